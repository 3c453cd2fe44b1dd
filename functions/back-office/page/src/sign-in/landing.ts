import { languageOf, languages, LOCALES, STORED_LANGUAGE } from '../language/choose-language.ts';
import { storedChoice } from '../browser/stored-choice.ts';
import './landing.css';
import { landingTexts } from './landing-texts.ts';
import type { LandingReason } from './reason.ts';
import icon from '../icon.svg?raw';

/** Shown to users who are not signed in. It is made without the libraries of the page, so that it is there at once. */
export function showLanding(root: HTMLElement, reason: LandingReason, onSignIn: (() => void) | null): void {
  const language = storedChoice(STORED_LANGUAGE, languages, languageOf(navigator.languages));
  const text = landingTexts[language];
  document.documentElement.lang = LOCALES[language];
  document.title = text.title;
  const logo = element('div', 'landing__logo');
  logo.innerHTML = icon;
  const card = element(
    'div',
    'landing__card',
    logo,
    element('h1', '', text.title),
    element('p', '', text.introduction),
  );
  if (reason !== 'none') {
    const notice = element('p', `landing__notice landing__notice--${reason}`, text.reasons[reason]);
    notice.setAttribute('role', reason === 'ended' ? 'status' : 'alert');
    card.append(notice);
  }
  if (onSignIn !== null) card.append(button(text.button, onSignIn));
  else card.append(button(text.again, () => window.location.reload()));
  root.replaceChildren(element('main', 'landing', card));
}

function element(name: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

function button(label: string, onClick: () => void): HTMLElement {
  const made = element('button', 'landing__button', label);
  made.addEventListener('click', onClick);
  return made;
}
