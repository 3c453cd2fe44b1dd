import { createRoot } from 'react-dom/client';
import { Root } from './root.tsx';
import type { SignIn } from './sign-in/sign-in.ts';

/** React Aria adds a style element unless there is an element of this id; the policy of the page forbids style elements. */
const ARIA_STYLE = 'react-aria-pressable-style';

/** Shows the page to an operator who is signed in. */
export function start(element: HTMLElement, signIn: SignIn, pageUrl: string): void {
  document.head.append(Object.assign(document.createElement('meta'), { id: ARIA_STYLE }));
  createRoot(element).render(<Root pageUrl={pageUrl} signIn={signIn} />);
}
