//! `/api/v1/builds`: tables being built, as they are built.

use std::convert::Infallible;

use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt, stream};
use tokio_stream::wrappers::{BroadcastStream, errors::BroadcastStreamRecvError};

use super::stream::event;
use crate::app::Shared;

/// What happens to builds, as server-sent events
///
/// It begins with `state`; then come `started`, `progress`, `finished`, `failed` and `idle`.
#[utoipa::path(
    get,
    path = "/api/v1/builds",
    tag = "tables",
    responses((status = 200, body = crate::builds::State, content_type = "text/event-stream",
        description = "The data of the first event, `state`")),
)]
pub(crate) async fn builds(
    State(app): State<Shared>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (state, news) = app.builder.listen();
    let closing = app.closing.clone();
    let changes = BroadcastStream::new(news).map(move |news| match news {
        Ok(news) => event(news.name(), &news),
        // what was missed is told in one
        Err(BroadcastStreamRecvError::Lagged(_)) => event("state", &app.builder.state()),
    });
    let events = stream::iter([event("state", &state)]).chain(changes);
    Sse::new(events.take_until(closing.cancelled_owned()).map(Ok)).keep_alive(KeepAlive::default())
}
