import { Page } from '../../shell/page.tsx';

/** This screen is being built. */
export const InspectScreen = () => <Page title="Inspect a token">{null}</Page>;
