import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { BatchHeadItem, BatchKey } from '../../functions/core/batches/store/item.ts';
import type { CacheItem } from '../../functions/core/domains/store/domain-cache.ts';
import type { HistoryItem } from '../../functions/core/domains/store/domain-history.ts';
import { DUE_INDEX, ROWS_INDEX, type ScheduleItem } from '../../functions/core/domains/schedule/stored-row.ts';
import { BY_DOMAIN_INDEX, type FailedJobItem } from '../../functions/core/operations/failed-jobs.ts';
import type { PageItem } from '../../functions/core/pages/pages.ts';
import { DUE_DELIVERIES_INDEX } from '../../functions/core/deliveries/deliveries.ts';
import type { PendingDelivery } from '../../functions/core/deliveries/pending-delivery.ts';
import type { CrawledPageItem, CrawlKey } from '../../functions/core/crawls/store/item.ts';
import { KEYWORD_INDEXES } from '../../functions/core/keywords/index/posting-list.ts';

/** Permanent data: it is retained when the stack is deleted, and can be restored to any second of the last 35 days. */
const retained = {
  billing: Billing.onDemand(),
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: true,
  removalPolicy: RemovalPolicy.RETAIN,
} satisfies Partial<TablePropsV2>;

/** Temporary data: the table is deleted with the stack. */
const temporary = {
  ...retained,
  deletionProtection: false,
  removalPolicy: RemovalPolicy.DESTROY,
} satisfies Partial<TablePropsV2>;

/** A key attribute of type string; its name is one of the stored item's. */
const stringKey = <Item = Record<string, unknown>>(name: keyof Item & string) => ({ name, type: AttributeType.STRING });

/** The tables of the service. Their logical ids never change: a new id would be a new, empty table. */
export class Tables extends Construct {
  /** The permanent cache: one item per domain. No TTL. */
  readonly domainCache: TableV2;
  /** Snapshots of metrics, by domain and time. */
  readonly domainHistory: TableV2;
  /** The list of domains, with the time at which the next snapshot is due. */
  readonly domainSchedule: TableV2;
  /** The keyword index, suggestions of search engines, and keywords of domains. No TTL. */
  readonly keywords: TableV2;
  /** Temporary shared state: leases, rate limits of providers, the day's budget, cached lists of providers. */
  readonly coordination: TableV2;
  /** Batches of domains, by day and id, and those in progress by owner; stored for thirty days. */
  readonly batches: TableV2;
  /** Single pages, by domain and address; 90 days after they were last requested. */
  readonly pages: TableV2;
  /**
   * Crawls of sites, by domain and part: the crawls that have ended are permanent, intermediate items have a TTL. Also
   * report links and verifications of the domain.
   */
  readonly siteCrawls: TableV2;
  /** Watches and secrets by owner, events by watch, and pending deliveries. */
  readonly watches: TableV2;
  /** Failed jobs, by time, stored for thirty days; and the journal, stored for a year. */
  readonly operations: TableV2;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.domainCache = new TableV2(this, 'DomainCache', { ...retained, partitionKey: stringKey<CacheItem>('domain') });
    this.domainHistory = new TableV2(this, 'DomainHistory', {
      ...retained,
      partitionKey: stringKey<HistoryItem>('domain'),
      sortKey: stringKey<HistoryItem>('captured_at'),
    });
    this.domainSchedule = new TableV2(this, 'DomainSchedule', {
      ...retained,
      partitionKey: stringKey<ScheduleItem>('domain'),
      globalSecondaryIndexes: [
        {
          // Sparse: only followed domains have a shard and a time.
          indexName: DUE_INDEX,
          partitionKey: stringKey<ScheduleItem>('due_shard'),
          sortKey: stringKey<ScheduleItem>('next_snapshot_at'),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ['last_asked_on' satisfies keyof ScheduleItem],
        },
        {
          // By first letter and name: writes are distributed, and a page of names takes one or a few queries.
          indexName: ROWS_INDEX,
          partitionKey: stringKey<ScheduleItem>('initial'),
          sortKey: stringKey<ScheduleItem>('domain'),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ['row', 'site', 'tags', 'due_shard', 'is_blocked'] satisfies (keyof ScheduleItem)[],
        },
      ],
    });
    this.keywords = new TableV2(this, 'Keywords', {
      ...retained,
      partitionKey: stringKey('list'),
      sortKey: stringKey('keyword'),
      // Sparse: only postings have these keys.
      globalSecondaryIndexes: Object.entries(KEYWORD_INDEXES).map(([order, indexName]) => ({
        indexName,
        partitionKey: stringKey('list'),
        sortKey: stringKey(`${order}_key`),
      })),
    });
    this.coordination = new TableV2(this, 'Coordination', {
      ...temporary,
      partitionKey: stringKey('id'),
      timeToLiveAttribute: 'expires_at',
    });
    this.batches = new TableV2(this, 'Batches', {
      ...temporary,
      partitionKey: stringKey<BatchKey>('day'),
      sortKey: stringKey<BatchKey>('part'),
      timeToLiveAttribute: 'expires_at' satisfies keyof BatchHeadItem,
    });
    this.pages = new TableV2(this, 'Pages', {
      ...temporary,
      partitionKey: stringKey<PageItem>('domain'),
      sortKey: stringKey<PageItem>('page'),
      timeToLiveAttribute: 'expires_at' satisfies keyof PageItem,
    });
    this.watches = new TableV2(this, 'Watches', {
      ...retained,
      partitionKey: stringKey('partition'),
      sortKey: stringKey('sort'),
      timeToLiveAttribute: 'expires_at' satisfies keyof PendingDelivery,
      globalSecondaryIndexes: [
        {
          // Sparse: only pending deliveries have a shard and a time.
          indexName: DUE_DELIVERIES_INDEX,
          partitionKey: stringKey<PendingDelivery>('due_shard'),
          sortKey: stringKey<PendingDelivery>('due_at'),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
    this.siteCrawls = new TableV2(this, 'SiteCrawls', {
      ...retained,
      partitionKey: stringKey<CrawlKey>('domain'),
      sortKey: stringKey<CrawlKey>('part'),
      timeToLiveAttribute: 'expires_at' satisfies keyof CrawledPageItem,
    });
    this.operations = new TableV2(this, 'Operations', {
      // With the journal, a record of a year.
      ...retained,
      partitionKey: stringKey<FailedJobItem>('kind'),
      sortKey: stringKey<FailedJobItem>('id'),
      timeToLiveAttribute: 'expires_at' satisfies keyof FailedJobItem,
      globalSecondaryIndexes: [
        {
          // Sparse: only failed jobs of one domain have it.
          indexName: BY_DOMAIN_INDEX,
          partitionKey: stringKey<FailedJobItem>('domain'),
          sortKey: stringKey<FailedJobItem>('id'),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }
}
