import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsTxt } from '../../record/record.ts';

/** @returns seconds that robots.txt wants between two requests; `null` where it names none, or is not known */
export function crawlDelayOf(robotsTxt: RobotsTxt | null): number | null {
  const { agents = {} } = robotsTxt ?? {};
  return (agents[CRAWLER_TOKEN] ?? agents['*'])?.crawl_delay_seconds ?? null;
}
