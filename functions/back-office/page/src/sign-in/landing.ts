import { storedChoice } from '../browser/stored-choice.ts';
import icon from '../icon.svg?raw';
import { type Language, languageOf, languages, LOCALES, STORED_LANGUAGE } from '../language/choose-language.ts';
import type { LandingReason } from './sign-in.ts';
import './landing.css';

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

interface LandingTexts {
  title: string;
  introduction: string;
  button: string;
  again: string;
  reasons: Record<Exclude<LandingReason, 'none'>, string>;
}

const landingTexts: Record<Language, LandingTexts> = {
  en: {
    title: 'Domaingauge',
    introduction: 'Search metrics of your domains: what they are, how they change, and what to repair.',
    button: 'Sign in',
    again: 'Load the page again',
    reasons: {
      ended: 'Your session has ended. Sign in again to continue.',
      failed: 'Sign-in failed.',
      unavailable: 'The workspace cannot be reached, or sign-in is not configured.',
      not_loaded: 'The page could not be loaded.',
    },
  },
  zh: {
    title: 'Domaingauge',
    introduction: '您的域名的搜索指标：现状、变化与待修复的问题。',
    button: '登录',
    again: '重新加载',
    reasons: {
      ended: '登录已失效，请重新登录后继续。',
      failed: '登录未成功。',
      unavailable: '无法连接工作台，或尚未配置登录。',
      not_loaded: '页面无法加载。',
    },
  },
};
