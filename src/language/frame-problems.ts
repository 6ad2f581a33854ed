/**
 * Exports the findings about declarations that must agree: the frame of a screen, polls, the slices that the end of a session
 * resets, and queries that need a session. For the compiler.
 */
import { type Finding, finding } from "./problems.js";

export const outsideStages = (progress: number): Finding =>
  finding("frame", `${progress} is in none of the stages of app.flow.json, so the progress bar would show no stage`);
export const otherStage = (progress: number, wizard: string): Finding =>
  finding("frame", `${progress} percent is in another stage than the first page of the wizard "${wizard}"`);
export const progressBack = (progress: number, screen: string, before: number): Finding =>
  finding("frame", `This shows ${progress} percent, and "${screen}" before it in the wizard shows ${before}: the bar would go back`);
export const backForward = (progress: number, path: string, after: number): Finding =>
  finding("frame", `Back from ${progress} percent goes to ${path}, which shows ${after}: the bar would advance`);
export const otherShell = (wizard: string, screen: string): Finding =>
  finding("frame", `The pages of the wizard "${wizard}" have one shell, and this is not the one of "${screen}"`);
export const noNavigation = (path: string): Finding =>
  finding("frame", `The navigation links to ${path}, whose shell shows no navigation: the depositor could not go on from there`);

export const pollChangesNothing = (action: string, read: readonly string[]): Finding =>
  finding(
    "poll",
    `"until" reads ${read.map((slice) => `"${slice}"`).join(" and ")}, which the action "${action}" never changes: the poll would go on until its limit`,
  );
export const pollWithoutEnd = (): Finding => finding("poll", 'This poll has no "until": it would go on after the answer is there');
export const keywordOfPoll = (keyword: string): Finding =>
  finding("poll", `"${keyword}" belongs to a poll, and a timer with "after" runs once: nothing reads it here`);

export const notPersonal = (slice: string, operation: string): Finding =>
  finding("reset-incomplete", `"${slice}" is data of the depositor, as ${operation} needs a session: write "x-personal": true`);
export const answeredByDefault = (slice: string, operation: string): Finding =>
  finding(
    "reset-incomplete",
    `"${slice}" is data of the depositor that ${operation} answers, and every visitor has this default before the answer and after the session: write null, or an empty value`,
  );
export const personalKept = (slice: string): Finding =>
  finding("reset-incomplete", `"${slice}" is data of the depositor, and "reset": "all" would leave it: remove "x-reset"`);
export const resetIncomplete = (session: string, missing: readonly string[]): Finding =>
  finding(
    "reset-incomplete",
    `This resets "${session}" and leaves data of the depositor: ${missing.map((slice) => `"${slice}"`).join(", ")}`,
  );

export const sentWithoutSession = (operation: string): Finding =>
  finding(
    "session-missing",
    `${operation} needs a session, and is sent without one, too: the gateway would answer 401. Let "when" hold only after the sign-in`,
  );
export const publicAnswer = (operation: string, slice: string, field: string): Finding =>
  finding(
    "session-missing",
    `${operation} answers "${slice}", data of the depositor, and the gateway sends no bearer with Query.${field}: write "@authenticated" there in gateway/schema.graphql`,
  );
