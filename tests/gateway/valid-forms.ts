/** Exports valid form inputs, for tests. */

/** A manual link; `change` overrides fields. */
export const accountForm = (account_number = "0012345678", change: object = {}) => ({
  holder_name: "Dana Doe",
  account_type: "checking",
  routing_number: "021000021",
  account_number,
  confirm_account_number: account_number,
  authorized: true,
  ...change,
});

export const MESSAGE_FORM = { subject: "My name", category: "identity", body: "It is misspelled." };
