/** Exports the requests of the development bar to the development gateway. */
import { CSRF_HEADER, csrfToken } from "../../api/csrf.js";
import type { DepositorState } from "../../engine/events.js";
import type { CommonData } from "./recorder.js";
import { texts } from "./texts.js";

export interface DevBrand {
  readonly slug: string;
  readonly name: string;
  readonly host: string;
}

export interface DevScreen {
  readonly id: string;
  readonly path: string;
  readonly title: string;
}

export interface DevPersona {
  readonly name: string;
  readonly description: string;
}

async function request<T>(address: string, init?: RequestInit): Promise<T> {
  const response = await fetch(address, { cache: "no-store", ...init });
  if (!response.ok) throw new Error(texts.refused(address, response.status));
  return (await response.json()) as T;
}

export const brands = () => request<readonly DevBrand[]>("/__dev/brands");
export const screens = () => request<readonly DevScreen[]>("/__dev/screens");
export const personas = () =>
  request<{ readonly previews: readonly DevPersona[]; readonly depositors: readonly DevPersona[] }>("/__dev/personas");
export const personaState = (name: string) => request<DepositorState>(`/__dev/state?persona=${encodeURIComponent(name)}`);

/** What all scenarios have in common. */
export const scenarioData = () => request<CommonData>("/__dev/scenario-data");

/** Creates a depositor in the sandbox and signs in as them; returns the payload of a sign-in. */
export const signInAs = (name: string) =>
  request<{ readonly [field: string]: DepositorState[string] } | null>(`/__dev/sign-in?persona=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { [CSRF_HEADER]: csrfToken(document.cookie) ?? "" },
  });
