/** Exports the texts of the app's frame for the small bundle of `fakes.ts`. */

export const CHROME = {
  skip: "Skip to main content",
  logo: {
    icu: [
      { type: 1, value: "name" },
      { type: 0, value: ", home" },
    ],
    values: { name: { var: "branding.name" } },
  },
  help: "Need help? Contact us",
  helpTitle: "Contact us",
  helpLogIn: "Log in and use the message center.",
  helpEmail: {
    icu: [
      { type: 0, value: "Or email " },
      { type: 1, value: "email" },
    ],
    values: { email: { var: "branding.emails.support" } },
  },
  helpWarning: "Do not send confidential information by email.",
  helpClose: "Close",
  logout: "Log out",
  back: "Back",
  dismiss: "Dismiss",
  loading: "Loading",
  loaded: "Done loading",
  fdicMark: "FDIC",
  fdicText: "FDIC-Insured",
  chunkFailure: "Error loading component.",
  reload: "Refresh the page",
  navigation: "Main navigation",
  unread: {
    icu: [
      { type: 1, value: "count" },
      { type: 0, value: " unread" },
    ],
    values: { count: { var: "item.count" } },
  },
  progress: {
    icu: [
      { type: 0, value: "Application " },
      { type: 1, value: "percent" },
      { type: 0, value: "% complete" },
    ],
    values: { percent: { var: "item.percent" } },
  },
  stage: { icu: [{ type: 1, value: "label" }], values: { label: { var: "item.label" } } },
  stageDone: "done",
  stageCurrent: "current step",
};
