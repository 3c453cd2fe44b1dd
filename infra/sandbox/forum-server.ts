import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, requestTarget } from '../local-server.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';

/** A fault of the fake; `null` for none. */
export type ForumFault =
  | { kind: 'html' }
  | { kind: 'reset' }
  /** Processes the request, then resets the connection instead of responding. */
  | { kind: 'lost-answer' }
  /** Accepts the request and never responds. */
  | { kind: 'hang' }
  | { kind: 'truncated' }
  /** Starts a response and never ends it: one space at a time. */
  | { kind: 'drip' }
  /** Another valid HTTP response. */
  | { kind: 'body'; body: string | Uint8Array; headers?: Record<string, string> }
  | { kind: 'status'; status: number }
  | { kind: 'code'; code: number; msg: string };

export interface ForumOptions {
  salt: string;
  deviceCode: string;
  marketId: string;
  boards?: number;
  latencyMs?: number;
  /** Called for each request, with its path. */
  fault?: (path: string, request: ForumRequest) => ForumFault | null;
}

export interface ForumRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  userAgent: string;
}

export interface ForumServer {
  url: string;
  /** The requests so far, in order. */
  requests: ForumRequest[];
  close(): Promise<void>;
}

const USER_AGENT = 'okhttp/3.12.11';
const BOARDS_A_PAGE = 25;
const EXPERIENCE = 5;

type Answer = Record<string, unknown>;

const ok = (members: Answer): Answer => ({ msg: '', ...members, status: 1 });
const refuse = (code: number, msg: string): Answer => ({ msg, code, status: 0 });
const badParameter = () => refuse(102, '参数不合法');

/** Simulates the forum's mobile API: checks md5, signature, token, user agent and placement as upstream does. */
export async function startForumServer(options: ForumOptions): Promise<ForumServer> {
  const forum = createForum(options);
  const requests: ForumRequest[] = [];

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    const request = await readRequest(incoming);
    requests.push(request);
    await sleep(options.latencyMs ?? 0);
    const fault = options.fault?.(request.path, request) ?? null;
    if (fault?.kind === 'lost-answer') forum(request);
    if (fault) misbehave(fault, response);
    else send(response, request.userAgent === USER_AGENT ? forum(request) : badParameter());
  }

  const server = createServer((incoming, response) => {
    // The client may have disconnected.
    serve(incoming, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  return {
    url,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ForumRequest> {
  const url = requestTarget(incoming);
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(await text(incoming)),
    userAgent: incoming.headers['user-agent'] ?? '',
  };
}

function send(response: ServerResponse, answer: Answer) {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer));
}

function misbehave(fault: ForumFault, response: ServerResponse) {
  switch (fault.kind) {
    case 'html':
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>abnormal request</body></html>');
    case 'hang':
      return undefined;
    case 'reset':
    case 'lost-answer':
      return response.destroy();
    case 'truncated':
      return response.writeHead(200, { 'Content-Length': 100 }).end('{"msg":"","sta', () => response.destroy());
    case 'drip': {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      return response.once('close', () => clearInterval(timer));
    }
    case 'body':
      return response.writeHead(200, { 'Content-Type': 'application/json', ...fault.headers }).end(fault.body);
    case 'status':
      return response.writeHead(fault.status, { 'Content-Type': 'text/html' }).end('<h1>Error</h1>');
    case 'code':
      return send(response, refuse(fault.code, fault.msg));
  }
}

function createForum({ salt, deviceCode, marketId, boards: boardCount = 12 }: ForumOptions) {
  const boards = makeBoards(boardCount);
  const sessions = new Map<string, Member>();
  /** `<user> <board> <day>` of each check-in. */
  const checkIns = new Set<string>();

  const routes: Record<string, (request: ForumRequest) => Answer> = {
    'POST /account/login/ANDROID/4.1.8': login,
    'POST /user/signin/ANDROID/4.1.8': checkIn,
    'GET /user/info/ANDROID/4.1.8': ({ query }) => {
      const member = sessions.get(query.get('_key') ?? '');
      return member && query.get('user_id') === String(member.userId) ? ok(profileOf(member)) : refuse(103, '未登录');
    },
    'GET /user/info/ANDROID/2.0': ({ query }) => withMember(query, (member) => ok(profileOf(member))),
    'GET /comment/create/list/ANDROID/2.0': ({ query }) => withMember(query, (member) => commentPage(member, query)),
    'GET /category/list/ANDROID/2.0': ({ query }) => boardPage(query),
  };

  function login({ query, form }: ForumRequest): Answer {
    const [account, password] = [form.get('account') ?? '', form.get('password') ?? ''];
    const isPlaced = query.get('platform') === '2' && query.get('market_id') === marketId;
    if (!isPlaced || query.get('device_code') !== deviceCode) return badParameter();
    const signed = `account${account}device_code${deviceCode}password${password}voice_code${salt}`;
    if (form.get('sign')?.toLowerCase() !== md5(signed)) return badParameter();
    const member = members.find((candidate) => candidate.account === account);
    if (!member || password !== md5(member.password)) return refuse(1102, '账号或密码错误');
    const key = tokenOf(member, sessions.size);
    // A new login ends the older session of the same account.
    for (const [token, holder] of sessions) if (holder === member) sessions.delete(token);
    sessions.set(key, member);
    const { userID, role, nick, avatar, age, gender, level } = profileOf(member);
    const user = { userID, role, nick, avatar, birthday: 1_100_000_000_000, age, gender, level };
    return ok({ _key: key, user, session_key: '', checkstatus: 2, qqinfostatus: 0 });
  }

  function checkIn({ query, form }: ForumRequest): Answer {
    const member = sessions.get(query.get('_key') ?? '');
    if (!member) return refuse(103, '未登录');
    const [catId, time] = [form.get('cat_id') ?? '', form.get('time') ?? ''];
    const isFresh = Math.abs(Date.now() - Number(time)) < 60_000;
    if (!isFresh || form.get('sign')?.toLowerCase() !== md5(`cat_id${catId}time${time}${salt}`)) return badParameter();
    if (!boards.some(({ categoryID }) => categoryID > 0 && String(categoryID) === catId))
      return refuse(104, '版块不存在');
    const visit = `${member.userId} ${catId} ${dayOf(Date.now())}`;
    const isFirst = !checkIns.has(visit);
    checkIns.add(visit);
    return ok({
      continueDays: 1,
      experienceVal: isFirst ? EXPERIENCE : 0,
      nextExperience: EXPERIENCE,
      signin: 1,
      isFirstSignToday: isFirst ? 1 : 0,
    });
  }

  function boardPage(query: URLSearchParams): Answer {
    const start = Number(query.get('start') ?? 0);
    const page = boards.slice(start, start + BOARDS_A_PAGE);
    const end = start + page.length;
    const more = end < boards.length;
    const categories = page.map((board) => ({ ...board, hide: 0, hasChild: 0, pid: 0 }));
    return ok({ categories, more: more ? 1 : 0, start: more ? String(end) : '' });
  }

  return (request: ForumRequest): Answer =>
    routes[`${request.method} ${request.path}`]?.(request) ?? refuse(404, '接口不存在');
}

function withMember(query: URLSearchParams, answer: (member: Member) => Answer): Answer {
  const member = members.find(({ userId }) => String(userId) === query.get('user_id'));
  return member ? answer(member) : refuse(104, '用户不存在');
}

/** `start` is an offset, here and in the answer, where the next page starts. */
function commentPage(member: Member, query: URLSearchParams): Answer {
  const start = Number(query.get('start') ?? 0);
  const count = Number(query.get('count') ?? 20);
  const all = commentsOf(member);
  const comments = all.slice(start, start + count);
  const next = start + comments.length;
  const more = next < all.length;
  return ok({ comments, more: more ? 1 : 0, start: more ? String(next) : '0' });
}

function md5(value: string): string {
  return createHash('md5').update(value).digest('hex');
}

/** Users, boards and comments of the sandbox's forum; all of them invented. */

interface Member {
  userId: number;
  account: string;
  password: string;
  nick: string;
}

/** The account in the README. */
export const members: Member[] = [
  { userId: 10000001, account: '13800000000', password: 'sandbox-password', nick: '沙盒用户' },
  { userId: 10000002, account: '13800000001', password: 'another-password', nick: '另一位用户' },
];

interface Board {
  categoryID: number;
  title: string;
}

/** Board 0 means all boards, as upstream lists it. */
function makeBoards(count: number): Board[] {
  const boards = Array.from({ length: count }, (_, index) => ({ categoryID: index + 1, title: `版块 ${index + 1}` }));
  return [{ categoryID: 0, title: '全部' }, ...boards];
}

function profileOf({ userId, nick }: Member) {
  return {
    userID: userId,
    nick,
    avatar: `http://forum.example/avatar/${userId}.png`,
    gender: 1,
    age: 20,
    role: 0,
    level: 12,
    exp: 4210,
    nextExp: 5000,
    credits: 88,
    postCount: 3,
    commentCount: COMMENTS,
    followerCount: 7,
    followingCount: 9,
    identityTitle: null,
    signature: null,
    medalList: null,
    hometown: null,
    schoolInfo: null,
  };
}

const COMMENTS = 45;
const NEWEST_COMMENT = 900_000_045;
const FIRST_COMMENT_AT = Date.parse('2026-01-01T00:00:00Z');

/** Newest first; every third one has no post, as after the deletion of a post. */
function commentsOf(member: Member) {
  return Array.from({ length: COMMENTS }, (_, index) => ({
    commentID: NEWEST_COMMENT - index,
    text: `第 ${COMMENTS - index} 条评论`,
    images: [],
    createTime: FIRST_COMMENT_AT + (COMMENTS - index) * 3_600_000,
    user: { userID: member.userId, nick: member.nick },
    post: index % 3 === 2 ? null : { postID: 50_000_001 + index, title: '一个帖子' },
    category: { categoryID: 1, title: '版块 1' },
    refComment: null,
  }));
}

/** 112 upper-case hex digits, as upstream's tokens have. */
function tokenOf({ account }: Member, generation: number): string {
  return createHash('sha512').update(`${account} ${generation}`).digest('hex').slice(0, 112).toUpperCase();
}
