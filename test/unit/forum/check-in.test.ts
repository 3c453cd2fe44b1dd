import { expect, test } from '@jest/globals';
import { checkIn } from '../../../functions/core/forum/check-in.ts';
import { refusal, type UpstreamAnswer, type UpstreamClient } from '../../../functions/core/forum/upstream-client.ts';

const answering = (answer: UpstreamAnswer) => ({ checkIn: () => Promise.resolve(answer) }) as unknown as UpstreamClient;
const refusing = (msg: string) =>
  ({ checkIn: () => Promise.reject(refusal({ code: 104, msg })) }) as unknown as UpstreamClient;

test('a first check-in is signed, with its experience', async () => {
  const answer = { status: 1, msg: '', isFirstSignToday: 1, experienceVal: 50, continueDays: 12 };
  expect(await checkIn('k', '3', answering(answer))).toEqual({
    cat_id: '3',
    status: 'signed',
    experience: 50,
    continue_days: 12,
    upstream: answer,
  });
});

test.each([
  { status: 1, msg: '', isFirstSignToday: 0, experienceVal: 0 },
  { status: 1, msg: '今天已签到' },
  { status: 1, msg: '您已经签到过了', experienceVal: 50 },
])('a repeated check-in is already, without experience: %j', async (answer) => {
  expect(await checkIn('k', '3', answering(answer))).toMatchObject({ status: 'already', experience: 0 });
});

test('a refusal because of an earlier check-in is already, not a failure', async () => {
  expect(await checkIn('k', '3', refusing('您今天已经签到'))).toMatchObject({ status: 'already', continue_days: null });
});

test('any other refusal is an error', async () => {
  await expect(checkIn('k', '3', refusing('版块不存在'))).rejects.toMatchObject({ code: 'upstream_refused' });
});
