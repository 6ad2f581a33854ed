import { Spinner } from "@blueprintjs/core";
import { WarningSignIcon } from "@blueprintjs/icons";
import { useEffect, useMemo, useRef, useState } from "react";
import type { BlockProps } from "./block.js";
import { configOf, type LinkedSite, readMessage } from "./provider-messages.js";
import type { ProviderShape } from "./shapes.js";

/** The container of an embedded link provider. */
export function Provider({ block, screen }: BlockProps<ProviderShape>) {
  const value = screen.value(block.config);
  const serialised = JSON.stringify(value);
  // The config is opened once: an answer that says the same again is not another one.
  const config = useMemo(() => configOf(JSON.parse(serialised)), [serialised]);
  const iframe = useRef<HTMLIFrameElement>(null);
  const settled = useRef(false);
  const latest = useRef({ screen, block });
  latest.current = { screen, block };
  const [loaded, setLoaded] = useState(false);
  const [silent, setSilent] = useState(false);

  useEffect(() => {
    if (config === null) return;
    settled.current = false;
    const submitted = new Set<string>();
    let grace: ReturnType<typeof setTimeout> | undefined;
    // A page that could not be loaded looks to this one like any other: only its silence tells.
    const silence = setTimeout(() => setSilent(true), latest.current.screen.duration("providerSilence"));
    const raise = (action: string, form: LinkedSite | null) => {
      if (settled.current) return;
      settled.current = true;
      const { screen: now } = latest.current;
      void now.raise(action, form === null ? undefined : { form: { ...form } }).finally(() => {
        // A call that failed leaves the depositor in the provider's page: another success may follow.
        settled.current = false;
      });
    };
    const listen = (event: MessageEvent) => {
      if (event.origin !== config.origin || event.source !== iframe.current?.contentWindow) return;
      clearTimeout(silence);
      setSilent(false);
      const message = readMessage(event.data);
      if (message === null) return;
      clearTimeout(grace);
      const { event: linked, exit } = latest.current.block;
      if (message.site !== null) {
        // The provider tells of one visit twice, as a success and at its exit.
        if (submitted.has(message.site.requestId)) return;
        submitted.add(message.site.requestId);
        raise(linked, message.site);
        // A success and an exit come in either order.
      } else grace = setTimeout(() => raise(exit, null), latest.current.screen.duration("providerGrace"));
    };
    window.addEventListener("message", listen);
    return () => {
      clearTimeout(grace);
      clearTimeout(silence);
      window.removeEventListener("message", listen);
    };
  }, [config]);

  if (config === null) return null;
  return (
    <div className={`pb-provider${silent ? " pb-provider--failed" : ""}`}>
      {silent && block.silent !== undefined && (
        <div className="pb-notice pb-notice--warning" role="status">
          <WarningSignIcon size={20} className="pb-notice-icon" />
          <div className="pb-notice-body">
            <p>{screen.text(block.silent)}</p>
          </div>
        </div>
      )}
      {!loaded && (
        <div className="pb-provider-waiting">
          <Spinner size={40} intent="primary" aria-hidden="true" />
        </div>
      )}
      <iframe
        ref={iframe}
        title={screen.text(block.label)}
        src={config.url}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        referrerPolicy="origin"
        onLoad={() => {
          setLoaded(true);
          // The token goes to the provider's origin alone, and never into an address.
          iframe.current?.contentWindow?.postMessage(
            { type: "open", accessToken: config.accessToken, params: config.params },
            config.origin,
          );
        }}
      />
    </div>
  );
}
