import { createFollowedDomains } from '../domains/schedule/followed-domains.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { parseHostOverrides } from '../platform/network/host-overrides.ts';
import { createNetwork } from '../platform/network/network.ts';
import { userAgent } from '../platform/network/user-agent.ts';
import type { SenderSettings, SendSettings } from './settings.ts';
import type { DeliverServices, SendMail } from './deliver.ts';
import { createPendingDeliveries } from './deliveries.ts';
import { createDeliveryOutcomes } from './delivery-outcomes.ts';
import { createReceiverSlots } from './receiver-slots.ts';
import { createSecrets } from './secrets.ts';
import type { TestServices } from './send-test.ts';
import { createTestLimits } from './test-limits.ts';

/** Creates the dependencies of test deliveries from the settings. */
export function createTestServices(db: DynamoDB, settings: SendSettings): TestServices {
  return {
    network: createNetwork({
      overrides: parseHostOverrides(settings.RESOLVE_OVERRIDES),
      userAgent: userAgent(settings.CRAWLER_CONTACT_URL),
    }),
    secrets: createSecrets(settings.WATCHES_SECRET_PARAMETER, Date.now),
    followed: createFollowedDomains(db, settings.DOMAIN_SCHEDULE_TABLE, settings.MAX_FOLLOWED_DOMAINS),
    slots: createReceiverSlots(db, settings.COORDINATION_TABLE, Date.now),
    tests: createTestLimits(db, settings.COORDINATION_TABLE, Date.now),
    now: Date.now,
  };
}

/**
 * Creates the dependencies of delivering from the settings.
 *
 * @param mail sends mails about events, which this slice does not know
 */
export function createDeliverServices(db: DynamoDB, settings: SenderSettings, mail: SendMail): DeliverServices {
  return {
    ...createTestServices(db, settings),
    deliveries: createPendingDeliveries(db, settings),
    outcomes: createDeliveryOutcomes(db, settings.WATCHES_TABLE),
    mail,
  };
}
