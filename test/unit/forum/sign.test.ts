import { describe, expect, test } from '@jest/globals';
import { md5, sign } from '../../../functions/core/forum/upstream-client.ts';

const SALT = '0'.repeat(32);

/*
 * Every expected value was computed with coreutils, such as:
 *   printf '%s' 'cat_id43time170000000000000000000000000000000000000000000000' | md5sum
 */

test.each([
  ['sandbox-password', '911b7bf55b7b03cdfe2af9d1e68e4897'],
  ['密码 with ünïcode', '9c288b2918404ac3e5a6c82fcf46cb65'],
])('md5 of the UTF-8 text %j equals that of md5sum', (text, expected) => {
  expect(md5(text)).toBe(expected);
});

describe('a signature is the md5 of names and values in ASCII order with the salt at the end', () => {
  test('login: the name of the empty voice code stays', () => {
    const fields = {
      voice_code: '',
      password: '911b7bf55b7b03cdfe2af9d1e68e4897',
      account: '13800000000',
      device_code: '[d]11111111-2222-3333-4444-555555555555',
    };
    // printf '%s' "account13800000000device_code[d]11111111-2222-3333-4444-555555555555password911b…4897voice_code$SALT" | md5sum
    expect(sign(fields, SALT)).toBe('5aadd8f900615eed56ad383dbdd1280a');
  });

  test('login: other characters than ASCII are signed as UTF-8', () => {
    // printf '%s' "account名@x.yzdevice_code[d]apasswordbvoice_code$SALT" | md5sum
    const fields = { account: '名@x.yz', device_code: '[d]a', password: 'b', voice_code: '' };
    expect(sign(fields, SALT)).toBe('0003751cc8bcf73d7cc8319808e2afe3');
  });

  test('check-in', () => {
    // printf '%s' "cat_id43time1700000000000$SALT" | md5sum
    expect(sign({ time: '1700000000000', cat_id: '43' }, SALT)).toBe('74fd56bcd36499a5c4c433252cb6f44d');
  });
});
