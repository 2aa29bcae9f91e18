/** A file or a group of a report of Playwright. */
export interface ReportedSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly {
        readonly status: string;
        readonly error?: {
          readonly message?: string;
          readonly location?: { readonly file: string; readonly line: number };
        };
      }[];
    }[];
  }[];
  readonly suites?: readonly ReportedSuite[];
}

/** What passed at its second try alone: by name, with what its first try failed of. */
export function unsteadyIn(suite: ReportedSuite): string[];
