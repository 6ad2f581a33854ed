/**
 * Tests that every mutation has an idempotency key, or a reason why sending it twice is the same as sending it once. A call
 * that moves money, links an account, sends or creates something needs the key.
 */
import { parse, print } from "graphql";
import { expect, it } from "vitest";
import { readSchemaText } from "../../gateway/schema.js";
import { readDeclaredCalls } from "../../src/language/declared-calls.js";

const SETS = "It sets values; the second request sets the same ones.";
const ENDS = "What it ends or removes has then ended or is gone.";
const CODE = "Each code replaces the one before, and the bank limits how often it sends one; the call begins or continues a sign-in.";
const TOKEN = "It consumes a code or a token, which works once.";

/** The mutations without a key, and why. */
const REPEATABLE: Readonly<Record<string, string>> = {
  login: CODE,
  selectMfa: CODE,
  addMobile: CODE,
  resendMfa: CODE,
  updateEmail: CODE,
  updatePhone: CODE,
  forgotPassword:
    "Each link replaces the one before; there is no session, and the answer does not show whether the address has an account.",
  verifyMfa: TOKEN,
  confirmContact: TOKEN,
  resetPassword: TOKEN,
  verifyEmail: TOKEN,
  verifyJointIdentity: "There is no session; it counts failed attempts, and each token replaces the one before.",
  logout: ENDS,
  cancelRegistration: ENDS,
  endSession: ENDS,
  forgetDevice: ENDS,
  removeLink: ENDS,
  removeBeneficiary: ENDS,
  closeJointApplication: ENDS,
  saveDepositor: SETS,
  saveJointHolder: SETS,
  changePassword: SETS,
  savePreferences: SETS,
  renameLink: SETS,
  attestDisclosures: SETS,
  saveInitialAmount: SETS,
  editBeneficiary: SETS,
  updateAllocations: SETS,
  splitEqually: SETS,
  selectNonprofit: SETS,
  markAlertRead: SETS,
  markAllAlertsRead: SETS,
  viewMessage: SETS,
  checkJointInvitation: "It only reads.",
  logPageView: "It adds a line to a log.",
};

const document = parse(readSchemaText());
const mutations = document.definitions.flatMap((each) =>
  (each.kind === "ObjectTypeDefinition" || each.kind === "ObjectTypeExtension") && each.name.value === "Mutation"
    ? (each.fields ?? [])
    : [],
);
const isKeyed = (name: string) =>
  mutations
    .find((field) => field.name.value === name)
    ?.arguments?.some(({ name: argument, type }) => argument.value === "idempotency_key" && print(type) === "IdempotencyKey!") === true;

it("every mutation has a key, or a reason why it needs none", () => {
  const names = mutations.map(({ name }) => name.value);
  expect(names.filter((name) => !isKeyed(name)).sort()).toEqual(Object.keys(REPEATABLE).sort());
});

it("every declared call of a mutation with a key sends it", () => {
  const { fields } = readDeclaredCalls(document);
  const unsent = [...fields].flatMap(([name, { calls }]) => {
    const [type, field = ""] = name.split(".");
    return type === "Mutation" && isKeyed(field) && calls.some(({ method, idempotencyKey }) => method !== "GET" && idempotencyKey === null)
      ? [field]
      : [];
  });
  expect(unsent).toEqual([]);
});
