import { channel } from 'node:diagnostics_channel';

/**
 * A channel on which a part of the server publishes messages without knowing the subscribers. Subscribers run
 * synchronously in this process. Without subscribers, publishing costs almost nothing.
 */
export interface Channel<Message extends object> {
  /** Whether there is a subscriber. Messages that are expensive to create are created only if there is one. */
  readonly heard: boolean;
  publish(message: Message): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
}

export function channelOf<Message extends object>(name: string): Channel<Message> {
  const named = channel(name);
  return {
    get heard() {
      return named.hasSubscribers;
    },
    publish: (message) => named.publish(message),
    subscribe: (listener) => {
      const heard = (message: unknown) => listener(message as Message);
      named.subscribe(heard);
      return () => void named.unsubscribe(heard);
    },
  };
}
