import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Banner } from '../ui/feedback.tsx';
import { Button } from '../ui/button.tsx';
import { ViewShape } from './loaded.tsx';
import { useAction } from './use-notify.ts';
import './loading.css';

interface PartProps {
  /** What is shown: where it changes after a failure, it is tried again. */
  of: string;
  /** Shown while its code is loading; default: the shape of a view. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of the page whose code may be loaded late. Where this fails, or the part does, a message is in its place. */
export class Part extends Component<PartProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: PartProps) {
    if (before.of !== this.props.of && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override render() {
    const { fallback = <ViewShape />, children } = this.props;
    return this.state.hasFailed ? <PartMissing /> : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}

/**
 * In place of a part of the page whose code could not be loaded, or that has failed. It is loaded when the network is
 * back.
 */
function PartMissing() {
  const t = useTranslate();
  const { run, busy } = useAction();
  const [outdated, setOutdated] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);
  const load = () => void run(() => reloadDocument().catch(() => setUnreachable(true)));
  useEffect(() => {
    void isOutdated().then(setOutdated, () => setUnreachable(true));
  }, []);
  useEffect(() => {
    if (!isUnreachable) return;
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isUnreachable]);
  return (
    <Banner
      tone={outdated ? 'info' : 'bad'}
      title={<h1 className="part-missing">{t(outdated ? 'loading.new_version' : 'loading.part_missing')}</h1>}
      action={
        <Button isBusy={busy} onPress={load}>
          {t(outdated ? 'loading.load_new' : 'loading.load_page')}
        </Button>
      }
    >
      {t(isUnreachable ? 'loading.unreachable' : 'loading.stored_input')}
    </Banner>
  );
}

/**
 * Whether the service has another version of the page than this tab: then files that the tab has not loaded yet may be
 * gone. The names of files change with what is in them.
 *
 * @throws where the service cannot be asked
 */
export async function isOutdated(): Promise<boolean> {
  const response = await fetch(window.location.pathname, { cache: 'no-store' });
  if (!response.ok) throw new Error(`The page: status ${response.status}`);
  const html = await response.text();
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')!;
  return !html.includes(own.src.split('/').at(-1)!);
}

/** Loads the page again, in the same view, once the service can be reached. @throws where it cannot */
export async function reloadDocument(): Promise<void> {
  await isOutdated();
  window.location.reload();
}
