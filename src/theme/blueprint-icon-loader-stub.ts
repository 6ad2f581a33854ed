/** Exports `Icons` in place of Blueprint's loader of icons by name, for `vite.config.ts`: the app draws its icons as elements. */

/** The parts of the loader that Blueprint's `Icon` calls. */
export const Icons = {
  getPaths: (name: string): never => byName(name),
  load: (name: string): never => byName(name),
};

function byName(name: string): never {
  throw new Error(
    `The icon "${name}" is given by its name. Use the element from @blueprintjs/icons, so that the browser loads no other icon.`,
  );
}
