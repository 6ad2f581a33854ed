/** Exports the `documents` block: documents to read and, if required, to agree to. */
import { Checkbox } from "@blueprintjs/core";
import { ErrorIcon } from "@blueprintjs/icons";
import type { FormEvent, ReactElement } from "react";
import { useId, useRef, useState } from "react";
import type { DocumentsBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { ActionFailure } from "./ActionFailure.js";
import type { BlockProps, ScreenHandle } from "./block.js";
import { BusyButton } from "./Controls.js";
import { DownloadLink } from "./DownloadLink.js";
import { Icon } from "./icons.js";
import { keyOf, listOf } from "./ordered.js";

interface Attestation {
  readonly uuid: string;
  readonly hash: string;
}

/** Identifies the document and, by its hash, the exact text that the depositor agrees to. */
function attestationOf(item: Json): Attestation {
  const { uuid, hash } = (item ?? {}) as { readonly uuid?: Json; readonly hash?: Json };
  if (typeof uuid !== "string" || typeof hash !== "string") throw new Error("A document to agree to has no uuid or no hash.");
  return { uuid, hash };
}

function Title({ block, item, screen }: { readonly block: DocumentsBlock; readonly item: Json; readonly screen: ScreenHandle }) {
  const meta = block.item.meta === undefined ? "" : screen.text(block.item.meta, item);
  const { download: isDownload, failed } = block.item;
  const href = screen.text(block.item.href, item);
  const content = (
    <>
      <span className="pb-document-icon">
        <Icon name={isDownload ? "download" : "document"} />
      </span>
      <span className="pb-document-body">
        <span className="pb-document-title">{screen.text(block.item.title, item)}</span>
        {meta !== "" && <span className="pb-document-meta">{meta}</span>}
      </span>
    </>
  );
  if (isDownload === true) {
    return (
      <DownloadLink
        className="pb-document-link"
        href={href}
        failed={failed === undefined ? undefined : screen.text(failed, item)}
        screen={screen}
      >
        {content}
      </DownloadLink>
    );
  }
  return (
    <a className="pb-document-link" href={href} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}

interface AttestProps {
  readonly block: DocumentsBlock;
  readonly attest: NonNullable<DocumentsBlock["attest"]>;
  readonly items: readonly Json[];
  readonly screen: ScreenHandle;
}

/** The documents with a checkbox each, or one for all; raises the action once all are checked. */
function AttestForm({ block, attest, items, screen }: AttestProps) {
  const boxes = useRef(new Map<string, HTMLInputElement>());
  const sending = useRef(false);
  const source = useId();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const busy = screen.isPending(attest.action);
  const blocked = screen.isBlocked(attest.action);
  const documents = items.map((item, index) => ({ item, key: keyOf(item, index) }));
  const together = attest.together === true;
  const keys = together ? ["all"] : documents.map(({ key }) => key);
  const check = (key: string, on: boolean) => {
    const next = new Set(checked);
    if (on) next.add(key);
    else next.delete(key);
    setChecked(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const first = keys.find((key) => !checked.has(key));
    if (first !== undefined) {
      setSubmitted(true);
      boxes.current.get(first)?.focus();
      return;
    }
    if (sending.current || busy || blocked) return;
    sending.current = true;
    try {
      await screen.raise(attest.action, { form: { attestations: documents.map(({ item }) => ({ ...attestationOf(item) })) }, source });
    } finally {
      sending.current = false;
    }
  };
  const isMissing = (key: string): boolean => submitted && !checked.has(key);
  const box = (key: string, item?: Json): ReactElement => {
    const id = `${block.key}_${key}`;
    const missing = isMissing(key);
    return (
      <>
        <Checkbox
          id={id}
          size="large"
          inputRef={(input) => {
            if (input) boxes.current.set(key, input);
            else boxes.current.delete(key);
          }}
          checked={checked.has(key)}
          labelElement={<span className="pb-option-label">{screen.text(attest.label, item)}</span>}
          aria-required
          aria-invalid={missing || undefined}
          aria-describedby={missing ? `${id}__error` : undefined}
          onChange={(event) => check(key, event.target.checked)}
        />
        {missing && (
          <div id={`${id}__error`} className="pb-error">
            <ErrorIcon size={16} className="pb-error-icon" />
            <span>{screen.text(attest.error, item)}</span>
          </div>
        )}
      </>
    );
  };
  return (
    <form className="pb-documents" noValidate onSubmit={(event) => void submit(event)}>
      <ul className="pb-document-list">
        {documents.map(({ item, key }) => (
          <li key={key} className={`pb-document${!together && isMissing(key) ? " pb-document--invalid" : ""}`}>
            <Title block={block} item={item} screen={screen} />
            {!together && box(key, item)}
          </li>
        ))}
      </ul>
      {together && box("all")}
      <div className="pb-form-controls">
        <ActionFailure source={source} screen={screen} />
        <BusyButton type="submit" style="primary" label={screen.text(attest.submitLabel)} busy={busy} blocked={blocked} />
      </div>
    </form>
  );
}

export function Documents({ block, screen }: BlockProps<DocumentsBlock>) {
  const items = listOf(screen.value(block.items), `"items" of the documents "${block.key}"`);
  if (items.length === 0) return <p className="pb-empty">{screen.text(block.empty.text)}</p>;
  if (block.attest !== undefined) return <AttestForm block={block} attest={block.attest} items={items} screen={screen} />;
  return (
    <ul className="pb-document-list">
      {items.map((item, index) => (
        <li key={keyOf(item, index)} className="pb-document">
          <Title block={block} item={item} screen={screen} />
        </li>
      ))}
    </ul>
  );
}
