//! Answers to requests that cannot be met: one line that says what is wrong and what to do.

use std::fmt;

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use solusrex_discovery::{PatternError, QuestionError};
use solusrex_problems::LanguageError;
use solusrex_rules::notation::NotationError;
use solusrex_tables::{Ending, ProbeError, TableError};

use crate::app::App;

/// A request that cannot be met.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    told: Box<Told>,
}

/// What is told, as JSON.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = Error)]
pub(crate) struct Told {
    /// What is wrong and, in brackets, what to do.
    #[schema(example = "no dtm table of KRPKR (run `solusrex build KRPKR --metric dtm`)")]
    error: String,
    /// Whether the table that is missing is being built.
    #[serde(skip_serializing_if = "Option::is_none")]
    building: Option<bool>,
    /// Where in the text of a problem, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column in characters, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The line with a caret below the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
}

/// How requests that need a table are refused, for the description.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "a description only")]
pub(crate) enum NoTable {
    /// Wrong input
    #[response(status = 400)]
    Input(Told),
    /// A table is not there; `building` tells whether it will be
    #[response(status = 404)]
    Missing(Told),
}

/// How requests that load a whole table are refused besides, for the description.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "a description only")]
pub(crate) enum NotLoaded {
    /// The table is too large to be loaded
    #[response(status = 422)]
    TooLarge(Told),
    /// Another table is being looked through; `retry-after` says when to ask again
    #[response(status = 429)]
    Busy(Told),
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, what: impl Into<String>) -> Refusal {
        Refusal { status, told: Box::new(Told { error: what.into(), ..Told::default() }) }
    }

    /// Wrong input, and what to do about it.
    pub(crate) fn input(what: impl fmt::Display) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, what.to_string())
    }

    /// Too much work at once.
    pub(crate) fn busy(what: &str) -> Refusal {
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, format!("{what} (ask again in a moment)"))
    }

    /// A table that is not there; from now on it is built, if it is small enough.
    pub(crate) fn missing(app: &App, ending: Ending, what: String) -> Refusal {
        let mut refusal = Refusal::new(StatusCode::NOT_FOUND, what);
        refusal.told.building = Some(app.builder.want(ending));
        refusal
    }

    /// What a probe or a load of a table failed with.
    pub(crate) fn probe(app: &App, error: ProbeError) -> Refusal {
        match error {
            ProbeError::Missing(ending, _) => Refusal::missing(app, ending, error.to_string()),
            ProbeError::Castling | ProbeError::Men(_) => Refusal::input(error),
            ProbeError::Broken(error) => error.into(),
        }
    }

    /// The same as one line of text.
    pub(crate) fn as_text(&self) -> Response {
        (self.status, format!("{}\n", self.told.error)).into_response()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told.error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.told)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        Refusal::input(error)
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Refusal {
        tracing::error!(%error, "a table cannot be read");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<LanguageError> for Refusal {
    fn from(error: LanguageError) -> Refusal {
        let told = Told {
            error: error.to_string(),
            line: Some(error.line),
            column: Some(error.column),
            snippet: Some(error.snippet()),
            ..Told::default()
        };
        Refusal { status: StatusCode::BAD_REQUEST, told: Box::new(told) }
    }
}

impl From<QuestionError> for Refusal {
    fn from(error: QuestionError) -> Refusal {
        let pattern = error.pattern();
        let told = Told {
            error: error.to_string(),
            column: pattern.map(PatternError::column),
            snippet: pattern.map(PatternError::snippet),
            ..Told::default()
        };
        Refusal { status: StatusCode::BAD_REQUEST, told: Box::new(told) }
    }
}
