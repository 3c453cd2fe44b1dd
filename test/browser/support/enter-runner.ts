import type { Page } from 'playwright-core';
import type { Role } from '../../../functions/back-office/contract.ts';
import type { TestRunner } from '../../support/runner.ts';
import { userOf } from '../../support/sign-in.ts';

/** Opens a view of the runner's back office, such as `#/queue`, and signs in from there. */
export async function enterRunner(page: Page, runner: TestRunner, view = '', role?: Role): Promise<void> {
  await page.goto(`${runner.url}/back-office/${view}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillIn(page, runner, role);
}

/** Enters the name and password on the page of the sign-in server. */
export async function fillIn(page: Page, runner: TestRunner, role?: Role): Promise<void> {
  const { name, password } = userOf(runner, role);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading').first().waitFor();
}
