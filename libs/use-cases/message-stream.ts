/** One message of a stream, as every listener is told it. */
export interface StreamedMessage {
  event: string;
  /** Of the class that its door tells it by. */
  body: object;
  /** The body as JSON: written once, however many listen. */
  text: string;
}

/** Where the messages of an open stream go. A door makes it. */
export interface MessageSink {
  /** @returns false where the caller reads too slowly: the message was not taken */
  tell(message: StreamedMessage, place: string): boolean;
  /** Whether to wait before more is told that can wait. */
  readonly isBusy: boolean;
  /** A sign of life, with the place up to which everything was told. */
  beat(place: string): void;
  /** Nothing more comes. */
  end(): void;
  /** What waits is thrown away. */
  cut(): void;
}

/** What a use case answers that goes on telling. Nothing is told, and nothing held, until a door connects it. */
export interface MessageSource {
  /** @returns to be called when the caller is gone */
  connect(sink: MessageSink): () => void;
}
