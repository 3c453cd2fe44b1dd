import { Component, type ReactNode, Suspense } from 'react';
import { ViewShape } from './loaded.tsx';
import { PartMissing } from './part-missing.tsx';

interface PartProps {
  /** What is shown: where it changes after a failure, it is tried again. */
  of: string;
  /** Shown while its code is loading; default: the shape of a view. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of the page whose code may be loaded late. Where this fails, or the part does, it says so in its place. */
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
