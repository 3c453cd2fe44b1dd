import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
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
}

/** Parts of a view of which one is shown. Only that one is drawn. */
export function Tabs<Id extends string>({ label, tabs, open, onOpen }: TabsProps<Id>) {
  return (
    <AriaTabs className="ui-tabs" selectedKey={open} onSelectionChange={(key) => onOpen(key as Id)}>
      <TabList className="ui-tab-links ui-tabs__list" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className="ui-tab-links__link">
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="ui-tabs__panel ui-shrink">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
