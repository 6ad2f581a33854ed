/** Exports a stub of `fast-uri` for `vite.config.ts`: rjsf resolves references between schemas with it, and a bundle's schemas have none. */

function unused(): never {
  throw new Error("A schema of the bundle has a $ref. The compiler replaces references by what they name.");
}

export default { equal: unused, resolve: unused };
