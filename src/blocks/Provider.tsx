/** Exports the `provider` block: the frame of an embedded account-linking provider. */
import { Spinner } from "@blueprintjs/core";
import { WarningSignIcon } from "@blueprintjs/icons";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { ProviderBlock } from "../language/blocks.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps } from "./block.js";
import { BusyButton } from "./Controls.js";
import { type LinkedSite, parseConfig, readMessage } from "./provider-messages.js";

export function Provider({ block, screen }: BlockProps<ProviderBlock>) {
  const value = screen.value(block.config);
  const serialized = JSON.stringify(value);
  // Compare by value: an equal config from a later answer must not open the provider again.
  const config = useMemo(() => parseConfig(JSON.parse(serialized)), [serialized]);
  const iframe = useRef<HTMLIFrameElement>(null);
  const isRaised = useRef(false);
  const latest = useRef({ screen, block });
  latest.current = { screen, block };
  const source = useId();
  const [loaded, setLoaded] = useState(false);
  const [unresponsive, setUnresponsive] = useState(false);
  /** How often the provider's page was opened again; each time in a new frame. */
  const [retries, setRetries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new frame is another conversation with the provider
  useEffect(() => {
    if (config === null) return;
    isRaised.current = false;
    const submitted = new Set<string>();
    let grace: ReturnType<typeof setTimeout> | undefined;
    // A cross-origin page that failed to load cannot be detected except by the missing messages.
    const silence = setTimeout(() => setUnresponsive(true), latest.current.screen.duration("providerSilence"));
    const raise = (action: string, form: LinkedSite | null) => {
      if (isRaised.current) return;
      isRaised.current = true;
      const { screen: now } = latest.current;
      void now.raise(action, form === null ? { source } : { form: { ...form }, source }).finally(() => {
        // After a failed call the provider's page stays open: another success may follow.
        isRaised.current = false;
      });
    };
    const listen = (event: MessageEvent) => {
      if (event.origin !== config.origin || event.source !== iframe.current?.contentWindow) return;
      clearTimeout(silence);
      setUnresponsive(false);
      const message = readMessage(event.data);
      if (message === null) return;
      clearTimeout(grace);
      const { event: linked, exit } = latest.current.block;
      if (message.site !== null) {
        // The provider reports one linked site twice: as a success and at its exit.
        if (submitted.has(message.site.requestId)) return;
        submitted.add(message.site.requestId);
        raise(linked, message.site);
        // An exit may arrive before its success: wait for the grace period.
      } else grace = setTimeout(() => raise(exit, null), latest.current.screen.duration("providerGrace"));
    };
    window.addEventListener("message", listen);
    return () => {
      clearTimeout(grace);
      clearTimeout(silence);
      window.removeEventListener("message", listen);
    };
  }, [config, source, retries]);

  function openAgain(): void {
    setLoaded(false);
    setUnresponsive(false);
    setRetries((count) => count + 1);
  }

  const waiting = useRef<HTMLDivElement>(null);
  const isLinking = screen.isPending(block.event) && block.linking !== undefined;
  useEffect(() => {
    // The focus would be lost with the provider's page, which is hidden.
    if (isLinking) waiting.current?.focus();
  }, [isLinking]);

  if (config === null) return null;
  const isOpening = !loaded && !unresponsive;
  return (
    <>
      <ActionFailure source={source} screen={screen} />
      {isLinking && block.linking !== undefined && (
        <div ref={waiting} className="pb-waiting" role="status" tabIndex={-1}>
          <Spinner size={40} intent="primary" aria-hidden="true" />
          <p>{screen.text(block.linking)}</p>
        </div>
      )}
      <div className={`pb-provider${unresponsive ? " pb-provider--failed" : ""}`} hidden={isLinking} aria-busy={isOpening || undefined}>
        {unresponsive && block.unavailable !== undefined && (
          <div className="pb-notice pb-notice--warning" role="status">
            <WarningSignIcon size={20} className="pb-notice-icon" />
            <div className="pb-notice-body">
              <p>{screen.text(block.unavailable)}</p>
              <div className="pb-controls">
                <BusyButton label={screen.translate("tryAgain")} style="secondary" busy={false} onClick={openAgain} />
              </div>
            </div>
          </div>
        )}
        {isOpening && (
          <div className="pb-provider-waiting">
            <Spinner size={40} intent="primary" aria-hidden="true" />
          </div>
        )}
        <iframe
          key={retries}
          ref={iframe}
          title={screen.text(block.label)}
          src={config.url}
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          referrerPolicy="origin"
          onLoad={() => {
            setLoaded(true);
            // Send the token to the provider's origin only, and never in an address.
            iframe.current?.contentWindow?.postMessage(
              { type: "open", accessToken: config.accessToken, params: config.params },
              config.origin,
            );
          }}
        />
      </div>
    </>
  );
}
