import { useEffect, useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { useApi, useMayAct } from '../../api/use-api.ts';
import { readIssueNames } from '../../language/issue-texts.ts';
import { useLanguage, useTranslate } from '../../language/use-language.ts';
import { useDomainList } from '../../shared/use-domain-list.ts';
import { pause } from '../../api/client.ts';
import { useLoad, useLoaded } from '../../loading/use-load.ts';
import { useRoute } from '../../routing/use-route.ts';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/dialog.css';
import '../../ui/menu.css';
import { sectionGroups } from '../sections.ts';
import { type Command, type FoundPage, MAX_PAGES, pageSearchOf, resultsOf, type StoredDomain } from './results.ts';
import './search.css';

interface SearchDialogProps {
  /** A command was chosen; the search is closed then. */
  onCommand: (command: Command) => void;
  onClose: () => void;
}

/**
 * The search over domains, their pages, issues, lists of keywords, views and actions. Arrow keys choose a result, the Enter key
 * opens it.
 */
export default function SearchDialog({ onCommand, onClose }: SearchDialogProps) {
  const t = useTranslate();
  const mayAct = useMayAct();
  const route = useRoute();
  const shown = 'domain' in route ? route.domain : null;
  const [query, setQuery] = useState('');
  const { domains, loading } = useDomainList();
  // The field would use a first Escape to empty itself, and the dialog only a second one to close.
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', close, true);
    return () => document.removeEventListener('keydown', close, true);
  }, [onClose]);
  // The first result is selected when it appears, and stays selected when others appear before it.
  const isReady = !loading || domains.length > 0;
  const pages = useFoundPages(query, domains);
  const lists = useLoad(['keywordLists'], { isQuiet: true }).data?.lists ?? NONE;
  const issues = useIssueNames();
  const groups = useMemo(() => {
    const views = sectionGroups.flat().map((section) => ({ section, text: t(`navigation.${section}`) }));
    return isReady ? resultsOf(query, { domains, pages, issues, lists, views, shown, mayAct, t }) : [];
  }, [isReady, query, domains, pages, issues, lists, shown, mayAct, t]);
  return (
    <ModalOverlay className="ui-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="ui-modal search">
        <Dialog className="ui-dialog ui-column ui-grow ui-shrink" aria-label={t('search.title')}>
          <Autocomplete inputValue={query} onInputChange={setQuery}>
            <SearchField
              className="search__field ui-line ui-center ui-gap-3 ui-quiet"
              aria-label={t('search.placeholder')}
              autoFocus
            >
              <Icon name="search" />
              <Input className="search__input" placeholder={t('search.placeholder')} />
            </SearchField>
            <Menu
              className="search__results"
              aria-label={t('search.results')}
              items={groups}
              onAction={onClose}
              renderEmptyState={() => (
                <div className="search__empty ui-quiet">{t(isReady ? 'search.none' : 'ui.loading')}</div>
              )}
            >
              {({ id, results }) => (
                <MenuSection id={id} className="search__group">
                  <Header className="ui-menu__title ui-block ui-quiet ui-smaller ui-medium">{t(`search.${id}`)}</Header>
                  {results.map((result) => (
                    <MenuItem
                      key={result.id}
                      id={result.id}
                      className="ui-menu__item search__result"
                      {...(result.href !== undefined && { href: result.href })}
                      {...(result.command && { onAction: () => onCommand(result.command!) })}
                      textValue={result.text}
                    >
                      <Icon name={result.icon} />
                      <span className="ui-ellipsis ui-nowrap">{result.text}</span>
                      {result.detail !== undefined && (
                        <span className="search__detail ui-ellipsis ui-nowrap ui-shrink ui-quiet ui-small ui-text-end">
                          {result.detail}
                        </span>
                      )}
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The names of all issues, which need no request but are a large part of the page: until they are loaded, there are none. */
function useIssueNames(): readonly { id: string; name: string }[] {
  const { language } = useLanguage();
  return useLoaded(['issueNames', language], () => readIssueNames(language), { isQuiet: true }).data ?? NONE;
}

/** Waits for further letters before pages are searched. */
const PAUSE_MS = 200;

const NONE: readonly never[] = [];

/** The pages of the last crawl that a query finds, once it names a stored domain. Without a crawl, there are none. */
function useFoundPages(query: string, domains: readonly StoredDomain[]): readonly FoundPage[] {
  const api = useApi();
  const { domain, search } = pageSearchOf(query, domains) ?? { domain: null, search: '' };
  const asked = { search, limit: String(MAX_PAGES) };
  // The search has other results too: without an answer, it does without pages.
  const { data } = useLoad(['sitePages', domain ?? '', asked], {
    isEnabled: domain !== null,
    isOnlyThis: true,
    load: (signal) => pause(PAUSE_MS, signal).then(() => api.sitePages(domain!, asked, signal)),
  });
  return useMemo(
    () => (domain === null || !data ? NONE : data.items.map(({ url, title }) => ({ domain, url, title }))),
    [domain, data],
  );
}
