import { type ReactNode, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { useShownWithin } from './show-within.ts';
import './tabs.css';

export interface TabItem<Id extends string = string> {
  id: Id;
  title: ReactNode;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabItem<Id>[];
  open: Id;
  onOpen: (id: Id) => void;
  /** At the end of the line of the tabs. */
  actions?: ReactNode;
}

/** Parts of a view of which one is shown. Only that one is drawn. */
export function Tabs<Id extends string>({ label, tabs, open, onOpen, actions }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useShownWithin(list, '[data-selected]', open);
  return (
    <AriaTabs className="ui-tabs" selectedKey={open} onSelectionChange={(key) => onOpen(key as Id)}>
      <div className="ui-tabs__head ui-line ui-center ui-between ui-gap-3">
        <TabList ref={list} className="ui-tab-links ui-tabs__list ui-shrink" aria-label={label}>
          {tabs.map(({ id, title }) => (
            <Tab key={id} id={id} className="ui-tab-links__link">
              {title}
            </Tab>
          ))}
        </TabList>
        {actions}
      </div>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="ui-tabs__panel ui-shrink">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
