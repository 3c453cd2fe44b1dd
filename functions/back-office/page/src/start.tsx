import { createRoot } from 'react-dom/client';
import { Root } from './root.tsx';
import type { SignIn } from './sign-in/sign-in.ts';

/** Shows the page to an operator who is signed in. */
export function start(element: HTMLElement, signIn: SignIn, pageUrl: string): void {
  createRoot(element).render(<Root pageUrl={pageUrl} signIn={signIn} />);
}
