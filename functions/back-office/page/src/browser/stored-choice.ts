/** A choice as it is stored in the browser; `fallback` if none of the choices is. */
export function storedChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const stored = window.localStorage.getItem(name);
  return choices.find((known) => known === stored) ?? fallback;
}
