import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Multiselect from '@cloudscape-design/components/multiselect';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { History } from '../../api/api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { ExploredLines } from './explored-lines.tsx';
import type { Change } from './real-changes.ts';
import { type FigureName, figureNames } from './series.ts';
import { isLeast, isWhole, moved, type Shown, zoomed } from './zoom.ts';

/** More lines cannot be told apart. */
const MOST = 5;

interface ExploreProps {
  of: History;
  changes: Change[];
  figures: FigureName[];
  onFigures: (figures: FigureName[]) => void;
  /** What of the range is shown. */
  shown: Shown;
  onShown: (shown: Shown) => void;
}

/** Some figures in one chart, of which a part can be shown larger, with marks where something changed. */
export function Explore({ of, changes, figures, onFigures, shown, onShown }: ExploreProps) {
  const text = useText();
  const t = useTranslate();
  const [marked, setMarked] = useState(true);
  const known = (name: FigureName) => of.snapshots.some((one) => one[name] !== null);
  const option = (name: FigureName) => ({ value: name, label: text.history.figures[name] });
  const isFull = figures.length >= MOST;
  return (
    <section aria-label={t('domain.explore.title')}>
      <SpaceBetween size="s">
        <Header variant="h2">{t('domain.explore.title')}</Header>
        <FormField label={t('domain.explore.figures')}>
          <Multiselect
            placeholder={t('domain.explore.choose')}
            options={figureNames.map((name) => ({
              ...option(name),
              disabled: !known(name) || (isFull && !figures.includes(name)),
            }))}
            selectedOptions={figures.map(option)}
            deselectAriaLabel={({ label = '' }) => t('domain.explore.remove', { name: label })}
            onChange={({ detail }) => onFigures(detail.selectedOptions.map(({ value }) => value as FigureName))}
          />
        </FormField>
        <Zoom whole={wholeOf(of)} shown={shown} onShown={onShown} />
        <ExploredLines of={of} figures={figures} shown={shown} changes={marked ? changes : []} />
        <Checkbox checked={marked} onChange={({ detail }) => setMarked(detail.checked)}>
          {t('domain.explore.marks')}
        </Checkbox>
        <Box color="text-body-secondary">
          {figures.length > 1 && <>{t('domain.explore.own_scales')} </>}
          {figures.includes('tranco_rank') && t('domain.explore.rank')}
        </Box>
      </SpaceBetween>
    </section>
  );
}

export const wholeOf = ({ from, to }: Pick<History, 'from' | 'to'>): Shown => ({
  from: Date.parse(from),
  to: Date.parse(to),
});

/** Shows a part of the range, another part, or all of it. */
function Zoom({ whole, shown, onShown }: { whole: Shown } & Pick<ExploreProps, 'shown' | 'onShown'>) {
  const t = useTranslate();
  const format = useFormat();
  const date = (time: number) => format.date(new Date(time).toISOString());
  const all = isWhole(shown, whole);
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="center">
      <Button
        iconName="zoom-in"
        ariaLabel={t('domain.explore.zoom_in')}
        disabled={isLeast(shown)}
        onClick={() => onShown(zoomed(shown, whole, 'in'))}
      />
      <Button
        iconName="zoom-out"
        ariaLabel={t('domain.explore.zoom_out')}
        disabled={all}
        onClick={() => onShown(zoomed(shown, whole, 'out'))}
      />
      <Button
        iconName="angle-left"
        ariaLabel={t('domain.explore.earlier')}
        disabled={shown.from <= whole.from}
        onClick={() => onShown(moved(shown, whole, 'earlier'))}
      />
      <Button
        iconName="angle-right"
        ariaLabel={t('domain.explore.later')}
        disabled={shown.to >= whole.to}
        onClick={() => onShown(moved(shown, whole, 'later'))}
      />
      <Button variant="link" disabled={all} onClick={() => onShown(whole)}>
        {t('domain.explore.whole')}
      </Button>
      <span role="status">{t('domain.explore.shown', { from: date(shown.from), to: date(shown.to) })}</span>
    </SpaceBetween>
  );
}
