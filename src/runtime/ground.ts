/**
 * Whether the screen that is shown may still stand. Guards are asked when one arrives; afterwards the state goes on
 * changing. What the depositor's own act on a screen takes from it (a flag that is put down as the page is entered) is
 * meant so, and the act says what follows. What news take (a poll, a query asked again, another tab) leads on, once the
 * screen is at rest.
 */

/** Who changed the state: an action of the screen that the depositor or the entry raised, or anything else. */
export type Cause = "own" | "news";

export interface GroundHands {
  /** An action is under way, a question stands open, or what the guards read is on its way: what follows is not said yet. */
  busy(): boolean;
  /** A form that is shown holds what was typed and not sent. */
  typed(): boolean;
  overtaken(typed: boolean): void;
}

export interface Ground {
  /** A screen is entered: its guards have just admitted it. */
  entered(): void;
  /** After each change of the state. */
  changed(admitted: boolean, by: Cause): void;
  /** Something that was under way has ended. */
  rested(): void;
  /** An action leads on from the screen. True: news have overtaken it, so its address is not one to come back to. */
  leaves(): boolean;
}

export function createGround(hands: GroundHands): Ground {
  let ground: "held" | "spent" | "overtaken" = "held";
  /** What was said of this screen already: each is said once. */
  let said: "nothing" | "typed" | "all" = "nothing";

  function rested(): void {
    if (ground !== "overtaken" || said === "all" || hands.busy()) return;
    const typed = hands.typed();
    if (typed && said === "typed") return;
    said = typed ? "typed" : "all";
    hands.overtaken(typed);
  }

  return {
    entered() {
      ground = "held";
      said = "nothing";
    },
    changed(admitted, by) {
      if (admitted) ground = "held";
      else if (ground === "held") ground = by === "news" ? "overtaken" : "spent";
      if (ground === "held") said = "nothing";
      rested();
    },
    rested,
    leaves() {
      said = "all";
      return ground === "overtaken";
    },
  };
}
