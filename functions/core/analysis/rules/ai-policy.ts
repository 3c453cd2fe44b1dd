import {
  DECLARATIONS_CONFLICT,
  LICENCE_UNREADABLE,
  LLMS_TXT_DISALLOWED,
  SEARCH_WITHOUT_USERS,
  SIGNAL_DISALLOWED,
  SOURCES_DIFFER,
} from '../ai-policy/contradictions.ts';
import type { HtmlPage, PageRule } from './rule.ts';

const SINCE = '0.4.0';
const ABOUT_ROBOTS = 'https://www.rfc-editor.org/rfc/rfc9309.html';
const ABOUT_USAGE = 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/';

const isNotHome = ({ isHome }: HtmlPage) => !isHome;
/** A page that declares nothing of its own has the contradictions of its site. */
const isAsSite = ({ isHome, facts }: HtmlPage) => !isHome && !facts.ai_policy;

/** Rules about contradictions in what a site declares to machines. They are no part of a score. */
export const aiPolicyRules: readonly PageRule[] = [
  {
    id: SIGNAL_DISALLOWED,
    severity: 'warning',
    title: 'AI policy allows what robots.txt disallows',
    impact: 'Agents that follow robots.txt never read the content whose use the site allows.',
    howToFix: 'Allow the agents of that use in robots.txt, or declare that the use is not allowed.',
    learnMore: ABOUT_USAGE,
    since: SINCE,
    isOfSite: true,
    unless: isNotHome,
    isKept: true,
  },
  {
    id: SEARCH_WITHOUT_USERS,
    severity: 'notice',
    title: 'AI search allowed, agents of users disallowed',
    impact: 'Users who find the site in an AI search cannot let the assistant open its pages.',
    howToFix: 'Allow the agents that fetch on behalf of users in robots.txt, or disallow those for search too.',
    learnMore: ABOUT_ROBOTS,
    since: SINCE,
    isOfSite: true,
    unless: isNotHome,
    isKept: true,
  },
  {
    id: SOURCES_DIFFER,
    severity: 'warning',
    title: 'AI policy differs between header, page and robots.txt',
    impact: 'Which of the statements an agent follows depends on the source that it reads.',
    howToFix: 'Declare the same in all sources, or in one of them only.',
    learnMore: ABOUT_USAGE,
    since: SINCE,
    unless: isAsSite,
    isKept: true,
  },
  {
    id: DECLARATIONS_CONFLICT,
    severity: 'warning',
    title: 'Declarations of the AI policy contradict each other',
    impact: 'Which of the statements an agent follows depends on the draft that it supports.',
    howToFix: 'Declare the same for each use in all drafts, or remove the outdated declaration.',
    learnMore: ABOUT_USAGE,
    since: SINCE,
    unless: isAsSite,
    isKept: true,
  },
  {
    id: LICENCE_UNREADABLE,
    severity: 'warning',
    title: 'RSL licence file cannot be read',
    impact: 'Agents cannot learn the terms under which they may use the content.',
    howToFix: 'Serve a valid RSL document at the address of the licence, and allow agents to fetch it.',
    learnMore: 'https://rslstandard.org/rsl',
    since: SINCE,
    isOfSite: true,
    unless: isNotHome,
    isKept: true,
  },
  {
    id: LLMS_TXT_DISALLOWED,
    severity: 'warning',
    title: 'Disallowed pages in llms.txt',
    impact: 'Agents that follow robots.txt cannot read the pages that llms.txt recommends to them.',
    howToFix: 'Remove the pages from llms.txt, or allow agents of users to fetch them in robots.txt.',
    learnMore: 'https://llmstxt.org/',
    since: SINCE,
    isOfSite: true,
    unless: isNotHome,
    isKept: true,
  },
];
