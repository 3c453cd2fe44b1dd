import { useEffect, useState } from 'react';
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

/**
 * A text that a user types, kept in this tab until it is used: it survives a new version of the page and the end of a
 * session. Not for secrets.
 *
 * @param name of the field, unique among all
 * @returns the text, a function that changes it, and one to be called once it was used
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void, drop: () => void] {
  const key = `back-office.draft.${name}`;
  const [text, setText] = useState(() => window.sessionStorage.getItem(key) ?? '');
  useEffect(() => keep(key, text), [key, text]);
  return [text, setText, () => setText('')];
}

function keep(key: string, text: string) {
  try {
    if (text === '') window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, text);
  } catch {
    // The browser keeps no more, or nothing.
  }
}
