import { Component, type ReactNode } from 'react';
import { FaultNotice } from '~/parts/fault';

/** A fault of a screen itself leaves the rest of the console as it is. */
export class ErrorScreen extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className="stack">
        <h1>This screen failed</h1>
        <FaultNotice error={this.state.error} />
        <div>
          <button type="button" onClick={() => this.setState({ error: undefined })}>
            Try again
          </button>
        </div>
      </div>
    );
  }
}
