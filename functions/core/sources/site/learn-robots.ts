import { CRAWLER_TOKEN } from '../../platform/network/user-agent.ts';
import type { RobotsTxt } from '../../record/record.ts';
import type { RobotsGate } from './robots-gate.ts';

/** What the crawl of an earlier fetch has read need not be asked again, where nothing in it concerns this crawler. */
export function learnRobots(robotsTxt: RobotsTxt | null, gate: RobotsGate): void {
  if (!robotsTxt || CRAWLER_TOKEN in robotsTxt.agents) return;
  gate.learn({ url: robotsTxt.url, status: robotsTxt.http_status, content: null });
}
