/** Exports what a depositor of the soak does from the first page to the sign-out, again and again. */
import { randomUUID } from "node:crypto";
import { addBankingDays, dayOf } from "../../gateway/calendar/banking-days.js";
import { Browser, type BrowserOptions, pause, Refused } from "./browser.js";
import type { Tally, Write } from "./tally.js";

export interface DepositorOptions extends BrowserOptions {
  /** The number of the depositor, from 0. */
  readonly index: number;
  /** Calls a control of the sandbox; retries until it answers. */
  readonly control: <T>(path: string, body: object) => Promise<T>;
}

const PASSWORD = "a long enough Passphrase 7!";
const THINKING_MS = 1_500;

/** A depositor who thinks for a while between two actions. */
const think = (): Promise<void> => pause(THINKING_MS * (0.5 + Math.random()));

type Row = Readonly<Record<string, unknown>>;

export class SoakDepositor {
  readonly #tally: Tally;
  #email = "";
  #password = PASSWORD;
  #writes = 0;
  constructor(readonly options: DepositorOptions) {
    this.#tally = options.tally;
  }

  /** Runs journeys until the soak is over. A journey that a fault ends is begun again from the start, as after a reload. */
  async run(): Promise<void> {
    let first = true;
    while (!this.#tally.isOver) {
      const browser = new Browser(this.options);
      try {
        if (first && this.options.index % 2 === 0) await this.#register(browser);
        else {
          if (this.#email === "") await this.#usePersona();
          await this.#signIn(browser);
        }
        first = false;
        await this.#manage(browser);
        await browser.callUntilAnswered("Logout");
        this.#tally.journeys += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // A session that ended, or an answer that was lost where the operation cannot be repeated: log in again.
        if (!error.isFault) this.#tally.refused(error.message);
        first = first && this.#email === "";
        await think();
      }
    }
  }

  async #usePersona(): Promise<void> {
    const persona = await this.options.control<{ email: string; password: string }>("/personas/active", { brand: "harbor" });
    this.#email = persona.email;
    this.#password = persona.password;
  }

  async #signIn(browser: Browser): Promise<void> {
    await browser.open("/login");
    await think();
    const { login } = (await browser.callUntilAnswered("Login", { form: { email: this.#email, password: this.#password } })) as {
      login: Row;
    };
    if ((login.auth as Row | null)?.mfaRequired !== true) return;
    await browser.callUntilAnswered("SelectMfa", { type: "email" });
    await think();
    await browser.callUntilAnswered("VerifyMfa", { form: { code: "000000", remember: true } });
  }

  async #register(browser: Browser): Promise<void> {
    const email = `soak-${randomUUID()}@example.com`;
    await browser.open("/registration");
    await think();
    const form = { email, password: PASSWORD, confirm_password: PASSWORD, accept_terms: true, accept_esign: true };
    await browser.callUntilAnswered("Register", { form, key: randomUUID() });
    const digits = String(2_000_000 + this.options.index).slice(-7);
    await browser.callUntilAnswered("AddMobile", { form: { phone: `(415) ${digits.slice(0, 3)}-${digits.slice(3)}`, sms_consent: true } });
    await think();
    await browser.callUntilAnswered("VerifyMfa", { form: { code: "000000" } });
    await browser.callUntilAnswered("SaveStep", { next: "basic" });
    await think();
    const ssn = `4${String(10 + (this.options.index % 89)).padStart(2, "0")}-${String(11 + (this.options.index % 80))}-${String(1000 + Math.floor(Math.random() * 8000)).slice(0, 3)}9`;
    const basic = { first_name: "Ada", last_name: "Lovelace", date_of_birth: "1990-12-10", ssn };
    await browser.callUntilAnswered("SaveBasicInformation", { form: basic, next: "address" });
    await think();
    const address = { street: "1 Main Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
    await browser.callUntilAnswered("SaveAddress", { form: address, next: "employer" });
    await browser.callUntilAnswered("SaveEmployer", {
      form: { employment_status: "retired", income_source: "retirement" },
      next: "confirmed",
    });
    await browser.read(["Details"]);
    await think();
    await browser.callUntilAnswered("ConfirmDetails", {
      form: { w9_certified: true, details_correct: true },
      next: "bank",
      key: randomUUID(),
    });
    const numbers = String(100_000_000 + Math.floor(Math.random() * 800_000_000));
    const account = { holder_name: "Ada Lovelace", account_type: "checking", routing_number: "021000021", authorized: true };
    const link = { ...account, account_number: `${numbers}1`, confirm_account_number: `${numbers}1` };
    const linked = (await browser.callUntilAnswered("LinkManual", { form: link, key: randomUUID() })) as Record<string, Row>;
    const [{ uuid } = {}] = (Object.values(linked)[0]?.linkedAccounts ?? []) as Row[];
    await this.options.control("/simulate/microdeposits", { email });
    await browser.callUntilAnswered("VerifyMicrodeposits", {
      form: { amount_one: "0.07", amount_two: "0.23", account_id: uuid },
      key: randomUUID(),
    });
    await browser.callUntilAnswered("SaveInitialAmount", { form: { initial_amount: "1000.50" } });
    const [active = {}] = await browser.read(["ActiveDisclosures"]);
    const disclosures = Object.values(active)[0] as readonly Row[];
    const attestations = disclosures.map((disclosure) => ({ uuid: disclosure.uuid, hash: disclosure.hash }));
    await think();
    await browser.callUntilAnswered("AttestDisclosures", { attestations, next: "disclosures" });
    await browser.read(["FundingPreview"]);
    await this.#write({ kind: "first deposit", email, mark: "100050" }, (key) =>
      browser.callUntilAnswered("FundAccount", { key, authorized: true, next: "funded" }),
    );
    await browser.callUntilAnswered("FinishRegistration", { next: "completed" });
    this.#email = email;
    this.#password = PASSWORD;
  }

  /** The dashboard, money in and out, a message. */
  async #manage(browser: Browser): Promise<void> {
    await browser.open("/dashboard");
    await browser.read(["Progress", "Accounts", "Transactions", "LinkedAccounts", "Alerts", "Funding"]);
    await think();
    const [{ linkedAccounts = [] } = {}] = (await browser.read(["LinkedAccounts"])) as { linkedAccounts?: Row[] }[];
    const account = linkedAccounts.find(({ status }) => status === "ACTIVE")?.uuid;
    const today = dayOf(new Date());
    const date = addBankingDays(today, 8);
    const dollars = 20 + this.#writes;
    await browser.read(["DepositPreview"], { amount: `${dollars}.50`, date, frequency: "once", ends_on: null });
    await think();
    await this.#write({ kind: "deposit", email: this.#email, mark: `${dollars}50` }, (key) =>
      browser.callUntilAnswered("Deposit", {
        amount: `${dollars}.50`,
        date,
        frequency: "once",
        ends_on: null,
        account,
        authorized: true,
        key,
      }),
    );
    await browser.read(["Transactions"]);
    await think();
    const subject = `Question ${this.#writes}`;
    await this.#write({ kind: "message", email: this.#email, mark: subject }, (key) =>
      browser.callUntilAnswered("SendMessage", { form: { subject, category: "identity", body: "When does it arrive?" }, key }),
    );
    await browser.read(["Messages", "Alerts"]);
    await think();
    // A registered depositor's money has not arrived yet.
    if (this.options.index % 2 === 1) await this.#withdraw(browser, account);
    await browser.read(["Accounts", "Transactions"]);
  }

  async #withdraw(browser: Browser, account: unknown): Promise<void> {
    // Some cents are magic values of the sandbox; 50 is none of them.
    const amount = `${1 + this.#writes}.50`;
    await browser.read(["WithdrawalPreview"], { account, amount });
    await browser.callUntilAnswered("SelectMfa", { type: "email" });
    await think();
    await this.#write({ kind: "withdrawal", email: this.#email, mark: `${1 + this.#writes}50` }, (key) =>
      browser.callUntilAnswered("Withdraw", { amount, account, code: "000000", key }),
    );
  }

  /** Sends a write under a new key; the tally learns of it before it is sent. */
  async #write(about: Omit<Write, "acknowledged">, send: (key: string) => Promise<unknown>): Promise<void> {
    this.#writes += 1;
    const write: Write = { ...about, acknowledged: false };
    this.#tally.writes.push(write);
    await send(randomUUID());
    write.acknowledged = true;
  }
}
