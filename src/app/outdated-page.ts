/** Exports `reloadWhenOutdated` for `boot.ts`: a call port that reloads the page when the gateway does not know its documents any more. */
import type { Outcome } from "../engine/events.js";
import type { CallPort, CallRequest, ReloadPort } from "../runtime/port.js";

/** The gateway's code for a document of no bundle that it has. It has executed nothing. */
const DOCUMENT_UNKNOWN = "document_unknown";

/** How long the page may take to unload, in milliseconds; a page that is still open then shows the failure. */
const UNLOAD_WAIT = 10_000;

export interface OutdatedPageDependencies {
  readonly call: CallPort;
  /** The reloads of this page's bundle: a page that has been reloaded for it is not reloaded again. */
  readonly page: ReloadPort;
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * A page that was opened before a release may send documents of a bundle that is too old for the gateway. The new page has
 * the new documents, and the drafts, which the old page stores when it unloads. One reload for each bundle is enough:
 * while a release is in progress, the next page may come from a gateway that still has the old bundle.
 */
export function reloadWhenOutdated({ call, page, now, pause }: OutdatedPageDependencies): CallPort {
  const mutations = new Set<Promise<Outcome>>();
  let isReloading = false;

  async function sendCounted(request: CallRequest): Promise<Outcome> {
    const sent = call(request);
    if (request.kind !== "mutation") return sent;
    mutations.add(sent);
    const outcome = await sent;
    mutations.delete(sent);
    return outcome;
  }

  return async (request) => {
    const outcome = await sendCounted(request);
    if (outcome.status === "ok" || outcome.code !== DOCUMENT_UNKNOWN) return outcome;
    // The gateway may execute another document of this page, whose result the depositor must see.
    while (mutations.size > 0) await Promise.all(mutations);
    isReloading ||= page.last() === null && page.reload(now());
    // The depositor must not read a failure for a moment.
    if (isReloading) await pause(UNLOAD_WAIT);
    return outcome;
  };
}
