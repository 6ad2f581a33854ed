/** Exports all clients of the upstream over one transport, for the request context. */
import { type AccountClient, accountClient } from "./accounts.js";
import { type AlertClient, alertClient } from "./alerts.js";
import { type AuthClient, authClient } from "./auth.js";
import { type DepositorClient, depositorClient } from "./depositor.js";
import { type DocumentClient, documentClient } from "./documents.js";
import { type FundingClient, fundingClient } from "./funding.js";
import { type InstitutionClient, institutionClient } from "./institution.js";
import { type LinkClient, linkClient } from "./links.js";
import { type MessageClient, messageClient } from "./messages.js";
import { type RelatedPartiesClient, relatedPartiesClient } from "./related-parties.js";
import type { Transport } from "./transport.js";

/** The upstream's clients, by REST noun. */
export interface Upstream {
  readonly transport: Transport;
  readonly account: AccountClient;
  readonly alert: AlertClient;
  readonly auth: AuthClient;
  readonly depositor: DepositorClient;
  readonly document: DocumentClient;
  readonly funding: FundingClient;
  readonly institution: InstitutionClient;
  readonly link: LinkClient;
  readonly message: MessageClient;
  readonly relatedParties: RelatedPartiesClient;
}

export function createUpstream(transport: Transport): Upstream {
  return {
    transport,
    account: accountClient(transport),
    alert: alertClient(transport),
    auth: authClient(transport),
    depositor: depositorClient(transport),
    document: documentClient(transport),
    funding: fundingClient(transport),
    institution: institutionClient(transport),
    link: linkClient(transport),
    message: messageClient(transport),
    relatedParties: relatedPartiesClient(transport),
  };
}
