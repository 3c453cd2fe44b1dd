import { describe, expect, test } from '@jest/globals';
import { errorPage, languageOf, loginPage } from '../../../infra/local/sign-in/pages.ts';

describe('the page with the sign-in form', () => {
  test('keeps the name of a failed attempt, as text', () => {
    const page = loginPage({ action: '/sign-in/1', failedName: 'oper"><b>', language: 'en' });
    expect(page).toContain('value="oper&#34;&#62;&#60;b&#62;"');
    expect(page).not.toContain('<b>');
    expect(page).toContain('<p role="alert" id="error">Name or password is wrong.</p>');
  });

  test('has no error and no name at the first attempt', () => {
    const page = loginPage({ action: '/sign-in/1', failedName: null, language: 'en' });
    expect(page).not.toContain('role="alert"');
    expect(page).not.toContain('value=');
  });

  test('is in Chinese when the browser prefers it to English', () => {
    expect(languageOf('zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh');
    expect(languageOf('de,en;q=0.9,zh;q=0.8')).toBe('en');
    expect(languageOf('')).toBe('en');
    const page = loginPage({ action: '/sign-in/1', failedName: null, language: 'zh' });
    expect(page).toContain('<html lang="zh-CN">');
    expect(page).toContain('登录');
  });
});

test('the page of an error contains nothing but its code', () => {
  expect(errorPage('invalid_request<script>', 'zh')).toContain('未能成功（invalid_requestscript）');
});
