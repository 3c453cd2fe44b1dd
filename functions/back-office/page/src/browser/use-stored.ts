import { useState } from 'react';

/** A choice that is stored in the browser; `fallback` if none of the choices is stored. */
export function useStored<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => {
    const stored = window.localStorage.getItem(name);
    return choices.find((known) => known === stored) ?? fallback;
  });
  return [
    choice,
    (chosen) => {
      window.localStorage.setItem(name, chosen);
      setChoice(chosen);
    },
  ];
}
