import { NO_EVENTS, type SendMail } from '../../deliveries/deliver.ts';
import { createMailer, type Mail, type PublishMail } from '../../deliveries/mail.ts';
import type { MailSettings } from '../../deliveries/settings.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { factsOf } from '../record-findings.ts';
import { sampleEvents } from '../sample-events.ts';
import { createWatchEvents, type WatchEvents } from '../store/events.ts';
import { createWatches, type Watch, type Watches } from '../store/watches.ts';
import { composeMail, type MailContent } from './compose-mail.ts';

export interface WatchMailServices {
  watches: Pick<Watches, 'read'>;
  events: Pick<WatchEvents, 'readAll'>;
  publish: PublishMail;
  workspaceUrl: string;
}

/** Code of a mail of a watch that sends none any more. */
const MAIL_OFF = 'mail_off';

/** Creates the function that sends the mail about events of a watch. */
export function createSendMail(services: WatchMailServices): SendMail {
  const { watches, events, publish } = services;
  return async ({ owner, watch: id }, sorts) => {
    const watch = await watches.read(owner, id);
    if (!watch?.mail) return { error: MAIL_OFF };
    const found = await events.readAll(id, sorts);
    if (found.length === 0) return { error: NO_EVENTS };
    return publish(await mailOf(watch, { events: found.map((event) => factsOf(id, event)) }, services));
  };
}

/** Sends a mail with an example of the events of each condition of a watch. @returns the code of a failure */
export async function sendTestMail(
  watch: Watch,
  now: number,
  services: Pick<WatchMailServices, 'publish' | 'workspaceUrl'>,
): Promise<{ error: string | null }> {
  return services.publish(await mailOf(watch, { events: sampleEvents(watch, now), isTest: true }, services));
}

async function mailOf(
  watch: Watch,
  content: Omit<MailContent, 'watch'>,
  { workspaceUrl }: Pick<WatchMailServices, 'workspaceUrl'>,
): Promise<Mail> {
  const { language = 'en' } = watch;
  const { issueTitles } = await import('../../site-reports/issues/titles.computed.ts');
  return composeMail({ watch, ...content }, { language, issueTitles: issueTitles[language], workspaceUrl });
}

/** Creates the function that sends the mail about events of a watch, from the settings. */
export function createWatchMails(db: DynamoDB, settings: MailSettings & { WATCHES_TABLE: string }): SendMail {
  const { WATCHES_TABLE: table, ALARMS_TOPIC, WORKSPACE_URL: workspaceUrl } = settings;
  return createSendMail({
    watches: createWatches(db, table, Date.now),
    events: createWatchEvents(db, table, Date.now),
    publish: createMailer(ALARMS_TOPIC),
    workspaceUrl,
  });
}
