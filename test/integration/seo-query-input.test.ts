import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await startTestRunner();
});
afterAll(() => runner.close());

async function query(parameters: string) {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  return { response, body: (await response.json()) as { request_id: string; data: { updated_at: string } } };
}

describe('bad input is a 422 that names the parameter', () => {
  test.each([
    ['', 'domain'],
    ['domain=', 'domain'],
    ['domain=127.0.0.1', 'domain'],
    ['domain=http://[::1]/', 'domain'],
    ['domain=localhost', 'domain'],
    ['domain=co.uk', 'domain'],
    ['domain=db.internal', 'domain'],
    ['domain=http://shop.example:8080/x', 'domain'],
    ['domain=user:secret@shop.example', 'domain'],
    [`domain=${'a.'.repeat(130)}com`, 'domain'],
    ['domain=shop.example&refresh=2', 'refresh'],
    ['domain=shop.example&refresh=true', 'refresh'],
    ['domain=shop.example&domain=shop.example', 'domain'],
    ['domain=shop.example&refresh=1&refresh=1', 'refresh'],
  ])('%j: %s', async (parameters, param) => {
    const { response, body } = await query(parameters);
    expect(response.status).toBe(422);
    expect(body).toMatchObject({ code: 422, success: false, error: 'invalid_parameter', details: [{ param }] });
    expect(body.request_id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('another site of a cached domain is not answered with the domain, and what is refused is not echoed', async () => {
    await query('domain=shop.example');
    for (const value of ['http://shop.example:8080/x', 'user:secret@shop.example']) {
      const { response, body } = await query(`domain=${encodeURIComponent(value)}`);
      expect(response.status).toBe(422);
      expect(JSON.stringify(body)).not.toContain('secret');
    }
  });

  test('every offending parameter at once', async () => {
    const { body } = await query('domain=10.0.0.1&refresh=x');
    expect(body).toMatchObject({ details: [{ param: 'domain' }, { param: 'refresh' }] });
  });

  test('an unknown parameter is refused with the nearest known one, also where the answer is cached', async () => {
    await query('domain=shop.example');
    const { response, body } = await query('domain=shop.example&refrsh=1');
    expect(response.status).toBe(422);
    expect(body).toMatchObject({
      details: [{ param: 'refrsh', message: 'is no parameter here; did you mean refresh?' }],
    });
  });

  test('refresh=0 and an empty refresh are no refresh', async () => {
    const { updated_at } = (await query('domain=shop.example')).body.data;
    for (const parameters of ['refresh=0', 'refresh=']) {
      const { body } = await query(`domain=shop.example&${parameters}`);
      expect(body.data).toMatchObject({ cache_status: 'hit', updated_at });
    }
  });
});
