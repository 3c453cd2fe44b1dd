import { useState } from 'react';
import { Score } from '../../ui/score.tsx';
import type { PageSummary } from '../../../../contract.ts';
import { Acting } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useList } from '../../loading/use-load.ts';
import { hrefOf } from '../../routing/route.ts';
import { useSort } from '../../routing/use-route.ts';
import { DataCard } from '../../shared/data-table.tsx';
import { SiteText } from '../../shared/site-text.tsx';
import { Badge, RelativeTime } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/layout.tsx';
import { Link } from '../../ui/link.tsx';
import { Missing } from '../../ui/missing.tsx';
import type { Column } from '../../ui/table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import './pages.css';

const NEWEST_FIRST = { column: 'checked', isDescending: true };

/** Single pages of a domain that are stored, and a field to check another. */
export function PagesTab({ domain }: { domain: string }) {
  const t = useTranslate();
  const [sort, setSort] = useSort();
  const pages = useList(
    (after) => ['pages', domain, { ...(after && { after }) }],
    (part) => ({ items: part.pages, next: part.next }),
  );
  const columns: Column<PageSummary>[] = [
    {
      id: 'url',
      header: t('site.page'),
      sortBy: ({ url }) => url,
      cell: ({ url, title }) => (
        <>
          <Link href={hrefOf({ view: 'page', domain, url })}>
            <SiteText>{url}</SiteText>
          </Link>
          {title !== null && (
            <div className="ui-bare ui-quiet ui-small ui-regular">
              <SiteText>{title}</SiteText>
            </div>
          )}
        </>
      ),
    },
    {
      id: 'score',
      header: t('site.seo_score'),
      align: 'end',
      sortBy: ({ seo_score }) => seo_score,
      cell: ({ seo_score, allowed }) => {
        if (seo_score !== null) return <Score value={seo_score} />;
        return <Missing reason={allowed === false ? t('page.forbidden') : undefined} />;
      },
    },
    {
      id: 'status',
      header: t('site.list.status'),
      align: 'end',
      sortBy: ({ http_status }) => http_status,
      cell: ({ http_status }) => http_status ?? <Missing />,
    },
    {
      id: 'checked',
      header: t('page.checked'),
      isDescendingFirst: true,
      sortBy: ({ updated_at }) => updated_at,
      cell: ({ updated_at, failed }) => (
        <>
          <RelativeTime time={updated_at} /> {failed && <Badge tone="bad">{t('page.failed')}</Badge>}
        </>
      ),
    },
  ];
  return (
    <Stack>
      <Acting>
        <Card>
          <AddressForm domain={domain} />
        </Card>
      </Acting>
      <DataCard
        title={t('page.stored')}
        of={pages}
        rows={pages.items}
        label={t('page.stored')}
        columns={columns}
        keyOf={({ url }) => url}
        sort={sort ?? NEWEST_FIRST}
        onSort={setSort}
        empty={{ title: t('page.empty'), hint: t('page.empty_hint') }}
      />
    </Stack>
  );
}

/** A field for the address of a page, which is fetched by its view if it is not stored. */
function AddressForm({ domain }: { domain: string }) {
  const t = useTranslate();
  const [typed, setTyped] = useState(`https://${domain}/`);
  const [isRefused, setRefused] = useState(false);
  function show() {
    const url = addressIn(typed);
    setRefused(url === null);
    if (url !== null) window.location.assign(hrefOf({ view: 'page', domain, url }));
  }
  return (
    <Form layout="pages-form ui-row ui-top ui-gap-3" onSubmit={show}>
      <TextField
        label={t('page.address')}
        hint={t('page.address_hint')}
        error={isRefused ? t('page.no_address') : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setRefused(false);
        }}
      />
      <Button type="submit" variant="primary">
        {t('page.show')}
      </Button>
    </Form>
  );
}

/** @returns `null` for what is no address; the API validates the rest */
function addressIn(typed: string): string | null {
  const url = URL.parse(typed.trim());
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? typed.trim() : null;
}
