import type { Language } from '../language/choose-language.ts';
import type { LandingReason } from './reason.ts';

interface LandingTexts {
  title: string;
  introduction: string;
  button: string;
  again: string;
  reasons: Record<Exclude<LandingReason, 'none'>, string>;
}

export const landingTexts: Record<Language, LandingTexts> = {
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
