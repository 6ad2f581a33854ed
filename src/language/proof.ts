/** Exports the record of a proof in the manifest of a bundle, for the flow tool that writes it and the gateway that requires it. */

/** The hashes of the proven bundle and of the verifier: SHA-256, hex. */
export interface ProofRecord {
  /** The bundle that the proof is about. */
  readonly bundle: string;
  /** The flows and the GraphQL schema. */
  readonly flows: string;
  readonly schemas: string;
  /** The sources of the language, the compiler, the engine and the verifier. */
  readonly verifier: string;
  /** The number of states that the proof covers. */
  readonly states: string;
}

const HASHES = ["bundle", "flows", "schemas", "verifier"] as const;

/** The reason why a manifest does not prove the bundle with a hash; null where it does. */
export function missingProof(manifest: { readonly proof?: Partial<ProofRecord> | null }, hash: string): string | null {
  const { proof } = manifest;
  if (proof === undefined || proof === null) return "its manifest carries no proof: publish it with flows build";
  if (HASHES.some((name) => !/^[0-9a-f]{64}$/.test(proof[name] ?? "")) || !/^[1-9]\d*$/.test(proof.states ?? ""))
    return "the proof in its manifest is incomplete";
  return proof.bundle === hash ? null : "the proof in its manifest is of another bundle";
}
