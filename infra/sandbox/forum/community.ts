import { createHash } from 'node:crypto';

/** People, boards and comments of the sandbox's forum; all of them invented. */

export interface Member {
  userId: number;
  account: string;
  password: string;
  nick: string;
}

/** The account that the README names. */
export const members: Member[] = [
  { userId: 10000001, account: '13800000000', password: 'sandbox-password', nick: '沙盒用户' },
  { userId: 10000002, account: '13800000001', password: 'another-password', nick: '另一位用户' },
];

export interface Board {
  categoryID: number;
  title: string;
}

/** Board 0 stands for all boards, as upstream lists it. */
export function makeBoards(count: number): Board[] {
  const boards = Array.from({ length: count }, (_, index) => ({ categoryID: index + 1, title: `版块 ${index + 1}` }));
  return [{ categoryID: 0, title: '全部' }, ...boards];
}

export function profileOf({ userId, nick }: Member) {
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

/** Newest first; every third has no post, as after the post was deleted. */
export function commentsOf(member: Member) {
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
export function tokenOf({ account }: Member, generation: number): string {
  return createHash('sha512').update(`${account} ${generation}`).digest('hex').slice(0, 112).toUpperCase();
}
