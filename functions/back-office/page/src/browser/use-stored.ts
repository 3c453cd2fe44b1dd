import { useState } from 'react';
import { storedChoice } from './stored-choice.ts';

/** A choice that is stored in the browser, and how to choose; `fallback` if none of the choices is stored. */
export function useStored<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => storedChoice(name, choices, fallback));
  return [
    choice,
    (chosen) => {
      window.localStorage.setItem(name, chosen);
      setChoice(chosen);
    },
  ];
}
