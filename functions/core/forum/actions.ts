/**
 * The actions of both group A endpoints. Validation, the usage body and the OpenAPI description derive from these
 * definitions.
 */

export interface ActionParameter {
  name: string;
  required: boolean;
  /** An optional parameter that must not be empty, since its absence means something else than no value. */
  notEmpty?: true;
  /** In Chinese, for the usage body. */
  description: string;
  /** A whole number instead of text. */
  integer?: { default: number; min: number; max: number };
}

export interface ActionVariant {
  /** In Chinese: its key in the member `usage` of the usage body. */
  label: string;
  /** Names of the parameters of this form of the call, in order. */
  parameters: string[];
}

export interface Action {
  parameters: ActionParameter[];
  variants: ActionVariant[];
  /** The equivalent upstream call, with explanations in Chinese. */
  direct: string;
}

export interface ForumEndpoint {
  path: string;
  /** General note on calling upstream directly, in Chinese. */
  note: string;
  actions: Record<string, Action>;
}

const text = (name: string, description: string, required = true): ActionParameter => ({ name, required, description });

const userId = text('user_id', '用户 ID');

export const forumAccount = {
  path: '/api/forumA',
  note:
    '直接请求上游的登录和签到必须使用 POST（表单），并带签名 sign；本接口会自动计算密码的 md5 和签名。' +
    'sign = md5(参与签名的字段名和字段值按字段名的 ASCII 升序依次拼接，无分隔符，末尾加盐，UTF-8)：' +
    '登录签 account、device_code、password、voice_code（voice_code 的值为空，不发送），签到签 cat_id、time；' +
    '其他参数不参与签名。User-Agent 使用 okhttp/3.12.11。',
  actions: {
    login: {
      parameters: [text('account', '账号（手机号）'), text('password', '明文密码')],
      variants: [{ label: '登录', parameters: ['account', 'password'] }],
      direct:
        'POST {upstream_url}/account/login/ANDROID/4.1.8?platform=2&market_id=<market_id>&device_code=<device_code>' +
        '，表单：account、password（密码的 md5，小写）、login_type=2、sign（小写）',
    },
    signin: {
      parameters: [
        text('_key', 'login 返回的 _key'),
        { ...text('cat_id', '版块 ID，省略时批量签到全部版块', false), notEmpty: true as const },
        text('after', '批量签到未完成时，从上次返回的 next_after 之后继续', false),
      ],
      variants: [
        { label: '单版块签到', parameters: ['_key', 'cat_id'] },
        { label: '全部版块签到', parameters: ['_key'] },
      ],
      direct:
        'POST {upstream_url}/user/signin/ANDROID/4.1.8?platform=2&market_id=<market_id>&_key=<_key>' +
        '，表单：cat_id、time（毫秒）、sign（大写）；省略 cat_id 时，先取得版块列表：' +
        'GET {upstream_url}/category/list/ANDROID/2.0（下一页加 start=<上一页返回的 start>），再逐个版块签到（ID 为 0 的除外）',
    },
    me: {
      parameters: [text('_key', 'login 返回的 _key'), { ...userId, description: 'login 返回的 user_id' }],
      variants: [{ label: '当前用户信息', parameters: ['_key', 'user_id'] }],
      direct: 'GET {upstream_url}/user/info/ANDROID/4.1.8?_key=<_key>&user_id=<user_id>',
    },
  },
} satisfies ForumEndpoint;

export const forumUser = {
  path: '/api/forumU',
  note: '直接请求上游时，User-Agent 使用 okhttp/3.12.11。',
  actions: {
    info: {
      parameters: [userId],
      variants: [{ label: '用户资料', parameters: ['user_id'] }],
      direct: 'GET {upstream_url}/user/info/ANDROID/2.0?user_id=<user_id>',
    },
    comments: {
      parameters: [
        userId,
        {
          name: 'start',
          required: false,
          description: '起始位置（偏移量），原样传给上游；下一页用上次返回的 next_start',
          integer: { default: 0, min: 0, max: Number.MAX_SAFE_INTEGER },
        },
        { name: 'count', required: false, description: '返回条数', integer: { default: 20, min: 1, max: 20 } },
      ],
      variants: [{ label: '用户评论列表', parameters: ['user_id', 'start', 'count'] }],
      direct: 'GET {upstream_url}/comment/create/list/ANDROID/2.0?user_id=<user_id>&start=<start>&count=<count>',
    },
  },
} satisfies ForumEndpoint;

/**
 * Format of `after`: the id of a board. A leading zero means that the next board has already failed in a call that started
 * with it.
 */
export const AFTER = /^0?\d{1,15}$/;
