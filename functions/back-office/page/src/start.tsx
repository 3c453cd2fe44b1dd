import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Root, ReportRoot } from './root.tsx';
import type { SignIn } from './sign-in/sign-in.ts';

/** React Aria adds a style element unless there is an element of this id; the policy of the page forbids style elements. */
const ARIA_STYLE = 'react-aria-pressable-style';

/** Shows the page to an operator who is signed in. */
export function start(element: HTMLElement, signIn: SignIn, pageUrl: string): void {
  render(element, <Root pageUrl={pageUrl} signIn={signIn} />);
}

/** Shows the report whose link was opened, without sign-in. */
export function startReport(element: HTMLElement, pageUrl: string): void {
  render(element, <ReportRoot pageUrl={pageUrl} />);
}

function render(element: HTMLElement, content: ReactNode) {
  document.head.append(Object.assign(document.createElement('meta'), { id: ARIA_STYLE }));
  createRoot(element).render(content);
}
