import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import type { SiteComparison } from '../../functions/core/record/site-comparison-schema.ts';
import { codeBlocks } from '../support/markdown.ts';
import { openPageSession } from '../support/page-session.ts';
import { junitProblems, sarifProblems } from '../support/report-schemas.ts';
import { punctual, startTestRunner } from '../support/runner.ts';
import { startSite } from '../support/site.ts';
import { useOpened } from '../support/use-opened.ts';

/** Runs the script of the guide like its jobs, with crawls of a site whose pages change in between. */
const blocks = codeBlocks(readFileSync('docs/guides/whole-site.md', 'utf8'));
const settings = blocks.find(({ code }) => code.startsWith('export API_KEY='))!.code;
const script = blocks.find(({ code }) => code.startsWith('cat > check-site.sh'))!.code;
const [github, gitlab] = blocks.filter(({ language }) => language === 'yaml').map(({ code }) => parseYaml(code)) as [
  { jobs: { check: { steps: { run?: string; env?: object; with?: { sarif_file: string } }[] } } },
  { site: { script: string; artifacts: { paths: string[]; reports: { junit: string } } } },
];
const { steps } = github.jobs.check;
const { artifacts, script: gitlabScript } = gitlab.site;
const githubRun = steps.find(({ run }) => run !== undefined)!;

/** Paths that the home page of a host links to; only `/` and `/about` exist. */
const links: Record<string, string[]> = {};
/** Hosts whose pages do not respond. */
const down = new Set<string>();
const site = useOpened(() =>
  startSite(({ url = '', headers: { host = '' }, socket }, response) => {
    if (down.has(host) && url !== '/robots.txt') return void socket.destroy();
    const isPage = url === '/' || url === '/about';
    const anchors = (links[host] ?? ['/about']).map((path) => `<a href="${path}">Page ${path}</a>`).join(' ');
    response.writeHead(isPage ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(isPage ? `<!doctype html><html lang="en"><title>Page ${url} of tents</title>${anchors}` : '');
  }),
);
const runner = useOpened(() =>
  startTestRunner({ ...punctual, LOCAL_RESOLVE: `*.test=127.0.0.1:${site.port}` }, ['--offline']),
);

interface SarifResult {
  ruleId: string;
  baselineState?: string;
}

describe.each([
  ['GitHub', 'github.test', githubRun.run!],
  ['GitLab', 'gitlab.test', gitlabScript],
])('the job of %s', (_name, host, command) => {
  const session = useOpened(async () => {
    const opened = openPageSession(runner, runner.apiKey);
    opened.save('README.md', '');
    await opened.run('sh', settings);
    await opened.run('sh', script);
    return opened;
  });

  /** Runs the job and returns its result. @param variables of the job, in place of the default ones */
  function runJob(variables = '') {
    expect(command).toContain(' www.example.com');
    const code = variables + command.replace('www.example.com', host);
    const failed = ({ code: exitCode, stdout }: { code: number; stdout: string }) => ({ exitCode, stdout });
    return session.run('sh', code).then((stdout) => ({ exitCode: 0, stdout }), failed);
  }
  const read = (file: string) => session.run('sh', `cat ${file}`);

  async function readReports() {
    const [sarif, junit, compared] = [await read('site.sarif'), await read('site.xml'), await read('compare.json')];
    expect([sarifProblems(sarif), await junitProblems(junit)]).toEqual([[], []]);
    const { data } = JSON.parse(compared) as { data: SiteComparison };
    const [run] = (JSON.parse(sarif) as { runs: { results: SarifResult[] }[] }).runs;
    const failures = [...junit.matchAll(/<failure type="([\w -]+)"/g)].map(([, name]) => name);
    /** Ids of the issues of the results with a state. */
    const withState = (state: string) =>
      run!.results.flatMap(({ ruleId, baselineState }) => (baselineState === state ? [ruleId] : []));
    return { added: data.new.map(({ issue }) => issue), withState, failures };
  }

  test('has another exit code at the first crawl, which has no other to compare with', async () => {
    expect(await runJob()).toEqual({ exitCode: 2, stdout: 'not compared: no_comparison\n' });
  });

  test('succeeds while there are no new errors', async () => {
    expect(await runJob()).toEqual({ exitCode: 0, stdout: 'passed: 0 new errors, stop reason null\n' });
    const { added, withState, failures } = await readReports();
    expect([added, withState('new'), withState('absent'), failures]).toEqual([[], [], [], []]);
  });

  test('fails when a link leads to a missing page, and reports it', async () => {
    links[host] = ['/about', '/missing'];
    const { exitCode, stdout } = await runJob();
    const { added, withState, failures } = await readReports();
    const errors = withState('new');
    expect([exitCode, stdout]).toEqual([1, `failed: ${errors.length} new errors, stop reason null\n`]);
    expect(errors).toContain('broken-link');
    expect([failures, added]).toEqual([['no new errors'], expect.arrayContaining(errors)]);
  });

  test('has another exit code when the site is down, and writes no report from which errors would seem fixed', async () => {
    down.add(host);
    const outcome = await runJob();
    down.delete(host);
    expect(outcome).toEqual({ exitCode: 2, stdout: 'incomplete: 0 new errors, stop reason unreachable\n' });
    expect(await session.run('sh', 'ls')).not.toContain('site.sarif');
    expect(await read('site.xml')).toContain('message="The crawl is not complete: unreachable"');
  });

  test('fails with other exit codes when the service refuses the key or does not respond', async () => {
    expect((await runJob('API_KEY=wrong ')).exitCode).toBe(22);
    expect((await runJob('BASE_URL=http://127.0.0.1:9 ')).exitCode).toBe(7);
  });

  test('succeeds again while the error persists', async () => {
    expect(await runJob()).toEqual({ exitCode: 0, stdout: 'passed: 0 new errors, stop reason null\n' });
    const { withState, failures } = await readReports();
    expect(withState('unchanged')).toContain('broken-link');
    expect(failures).toEqual([]);
  });
});

test('the jobs keep the reports that the script writes', () => {
  const uploaded = steps.flatMap(({ with: parameters }) => parameters?.sarif_file ?? []);
  expect([uploaded, artifacts.reports.junit]).toEqual([['site.sarif'], 'site.xml']);
  expect(artifacts.paths).toContain('site.sarif');
  expect(Object.keys(githubRun.env!)).toEqual(['API_KEY', 'BASE_URL']);
});
