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
    title: 'Back office',
    introduction: 'Keys, domains and snapshots of this service. For its operators.',
    button: 'Sign in',
    again: 'Load it again',
    reasons: {
      ended: 'Your sign-in has ended. Sign in again to go on.',
      failed: 'The sign-in did not succeed.',
      unavailable: 'The back office cannot be reached, or is not set up for sign-in.',
      not_loaded: 'The page could not be loaded.',
    },
  },
  zh: {
    title: '管理后台',
    introduction: '本服务的密钥、域名与快照，仅供管理员使用。',
    button: '登录',
    again: '重新加载',
    reasons: {
      ended: '登录已失效，请重新登录后继续。',
      failed: '登录未成功。',
      unavailable: '无法连接管理后台，或尚未配置登录。',
      not_loaded: '页面无法加载。',
    },
  },
};
